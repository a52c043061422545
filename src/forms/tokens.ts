import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/sha';
import type { Challenge } from 'altcha-lib/types';
import { z } from 'zod';
import type { Token } from './submissions.ts';

/**
 * Tokens for sending forms, signed and good for one use. A script solves a puzzle of ALTCHA (https://altcha.org) for its
 * token; without a script, the confirmation page has one.
 */

/** How long a token can be used. Long enough to write a message, since a page fetches it when its visitor begins to. */
export const tokenSeconds = 60 * 60;
/** The upper bound of attempts for a puzzle; half of them on average: a fraction of a second in a browser. */
const puzzleAttempts = 50_000;

type TokenProblem = 'forged' | 'expired' | 'foreign';
export type ReadToken = { ok: true; token: Token } | { ok: false; problem: TokenProblem };

async function importKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An HMAC of a text, in hexadecimal digits. */
export async function sign(secret: string, text: string): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', await importKey(secret), new TextEncoder().encode(text)));
}

async function isSigned(secret: string, text: string, signature: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', await importKey(secret), bytes, new TextEncoder().encode(text));
}

function getExpiry(now: Date): Date {
  return new Date(now.getTime() + tokenSeconds * 1000);
}

/** A puzzle for one form. */
export async function makeChallenge(
  secret: string,
  formId: number,
  now = new Date(),
  attempts = puzzleAttempts,
): Promise<Challenge> {
  return createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: randomInt(attempts),
    deriveKey,
    expiresAt: getExpiry(now),
    data: { form: formId },
    hmacSignatureSecret: secret,
  });
}

const hex = z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/);
const solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('SHA-256'),
      cost: z.literal(1),
      data: z.object({ form: z.number() }),
      expiresAt: z.int(),
      keyLength: z.int(),
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
});

/** Checks a solution: the puzzle is ours, for this form, not expired, and solved. */
export async function readSolution(secret: string, text: string, formId: number): Promise<ReadToken> {
  const parsed = solved.safeParse(decode(text));
  if (!parsed.success) return { ok: false, problem: 'forged' };
  const { challenge } = parsed.data;
  const { verified, expired } = await verifySolution({ ...parsed.data, deriveKey, hmacSignatureSecret: secret });
  if (expired) return { ok: false, problem: 'expired' };
  if (!verified) return { ok: false, problem: 'forged' };
  const { data, expiresAt } = challenge.parameters;
  if (data.form !== formId) return { ok: false, problem: 'foreign' };
  return { ok: true, token: { id: challenge.signature, expiresAt: new Date(expiresAt * 1000) } };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(atob(text));
  } catch {
    return null;
  }
}

/** A token without a puzzle, for the confirmation page. */
export async function makeConfirmation(secret: string, formId: number, now = new Date()): Promise<string> {
  const random = toHex(crypto.getRandomValues(new Uint8Array(12)).buffer);
  const content = `${random}.${formId}.${getExpiry(now).getTime()}`;
  return `${await sign(secret, `confirmation ${content}`)}.${content}`;
}

export async function readConfirmation(secret: string, text: string, formId: number): Promise<ReadToken> {
  const [signature = '', ...rest] = text.split('.');
  if (!(await isSigned(secret, `confirmation ${rest.join('.')}`, signature))) return { ok: false, problem: 'forged' };
  const [, form, expires] = rest;
  const expiresAt = new Date(Number(expires));
  if (form !== String(formId)) return { ok: false, problem: 'foreign' };
  if (expiresAt.getTime() <= Date.now()) return { ok: false, problem: 'expired' };
  return { ok: true, token: { id: signature, expiresAt } };
}
