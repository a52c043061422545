import { z } from 'zod';
import { type Challenge, sha256, toHex } from './puzzle.ts';

/**
 * Tokens that a form is sent with, signed and good for one use. A script solves a puzzle for its token, in the way of ALTCHA
 * (https://altcha.org, proof of work, version 1); a page without a script gets one when its visitor has seen what is to be sent.
 */

/** How long a token can be used. Long enough to write a message, since a page fetches it when its visitor begins to. */
export const tokenSeconds = 60 * 60;
/** A solution is found after half as many attempts: a fraction of a second in a browser. */
export const puzzleAttempts = 50_000;

export type Token = { id: string; expiresAt: Date };
export type TokenProblem = 'forged' | 'expired' | 'foreign';
export type ReadToken = { ok: true; token: Token } | { ok: false; problem: TokenProblem };

async function keyOf(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

/** A keyed hash: the same for the same text, and telling nothing of it to who does not have the secret. */
export async function sign(secret: string, text: string): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', await keyOf(secret), new TextEncoder().encode(text)));
}

async function isSigned(secret: string, text: string, signature: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', await keyOf(secret), bytes, new TextEncoder().encode(text));
}

function makeSalt(formId: number, now: Date): string {
  const random = toHex(crypto.getRandomValues(new Uint8Array(12)).buffer);
  const expires = Math.floor(now.getTime() / 1000) + tokenSeconds;
  // The last delimiter keeps the number from being read as a part of the salt.
  return `${random}?expires=${expires}&form=${formId}&`;
}

/** Whom a salt is for and until when, as its parameters say. */
function readSalt(salt: string, id: string, formId: number, now: Date): ReadToken {
  const parameters = new URLSearchParams(salt.split('?')[1]);
  const expires = Number(parameters.get('expires'));
  if (parameters.get('form') !== String(formId)) return { ok: false, problem: 'foreign' };
  if (!(expires * 1000 > now.getTime())) return { ok: false, problem: 'expired' };
  return { ok: true, token: { id, expiresAt: new Date(expires * 1000) } };
}

/** A puzzle for one form. */
export async function makeChallenge(
  secret: string,
  formId: number,
  now: Date,
  attempts = puzzleAttempts,
): Promise<Challenge> {
  const salt = makeSalt(formId, now);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const challenge = await sha256(`${salt}${random % attempts}`);
  return { algorithm: 'SHA-256', challenge, maxnumber: attempts, salt, signature: await sign(secret, challenge) };
}

const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().max(64),
  number: z.int().min(0),
  salt: z.string().max(200),
  signature: z.string(),
});

/** Checks the solution of a puzzle: that we made the puzzle, for this form and not too long ago, and that it is solved. */
export async function readSolution(secret: string, text: string, formId: number, now: Date): Promise<ReadToken> {
  const parsed = solution.safeParse(decode(text));
  if (!parsed.success) return { ok: false, problem: 'forged' };
  const { challenge, number, salt, signature } = parsed.data;
  const isSolved = (await sha256(`${salt}${number}`)) === challenge;
  if (!isSolved || !(await isSigned(secret, challenge, signature))) return { ok: false, problem: 'forged' };
  return readSalt(salt, signature, formId, now);
}

function decode(text: string): unknown {
  try {
    return JSON.parse(atob(text));
  } catch {
    return null;
  }
}

/** A token without a puzzle, for a page that has no script. */
export async function makeConfirmation(secret: string, formId: number, now: Date): Promise<string> {
  const salt = makeSalt(formId, now);
  return `${await sign(secret, `confirmation ${salt}`)}.${salt}`;
}

export async function readConfirmation(secret: string, text: string, formId: number, now: Date): Promise<ReadToken> {
  const [signature = '', ...rest] = text.split('.');
  const salt = rest.join('.');
  if (!(await isSigned(secret, `confirmation ${salt}`, signature))) return { ok: false, problem: 'forged' };
  return readSalt(salt, signature, formId, now);
}
