/**
 * A puzzle in the way of ALTCHA (https://altcha.org, proof of work, version 1): the number is to be found whose hash behind the
 * salt is the challenge. Pages load this, and nothing else of what tokens are.
 */
export type Challenge = { algorithm: 'SHA-256'; challenge: string; maxnumber: number; salt: string; signature: string };

const encoder = new TextEncoder();

export function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function sha256(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

/** The solution of a puzzle as it is sent with a form; null when there is none. */
export async function solveChallenge(challenge: Challenge): Promise<string | null> {
  const { maxnumber, salt } = challenge;
  const batch = 250;
  for (let from = 0; from <= maxnumber; from += batch) {
    const hashes = await Promise.all(Array.from({ length: batch }, (_, index) => sha256(`${salt}${from + index}`)));
    const found = hashes.indexOf(challenge.challenge);
    if (found !== -1) return writeSolution(challenge, from + found);
  }
  return null;
}

function writeSolution({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}
