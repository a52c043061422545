import type { Challenge } from 'altcha-lib/types';
import { honeypot } from '#domain/forms/names.ts';
import { isRecord } from '#domain/objects.ts';
import { type ByName, actionOf, readShown } from './form-dom.ts';
import { solvePuzzle } from './solve-puzzle.ts';

/** The calls that a form makes, and what their answers mean. */

export type Answer =
  | { kind: 'sent'; successUrl: string | null }
  | { kind: 'problems'; problems: ByName<string> }
  /** The server's response; without a message it sent none. */
  | { kind: 'failed'; text: string | null; needsToken: boolean };

/** Longer than any answer takes. */
const patienceMilliseconds = 20_000;

/** A solved puzzle, or the server's message why there is none, which is null if it did not answer. */
export type Prepared = { solution: string } | { solution: null; text: string | null };

/** Gets a puzzle for a form and solves it. Without a solution `failed` says that it could not be found. */
export async function fetchSolution(form: HTMLFormElement, failed: string): Promise<Prepared> {
  const url = actionOf(form);
  url.pathname += '/challenge';
  let body: unknown;
  try {
    body = await (await fetch(url, { signal: AbortSignal.timeout(patienceMilliseconds) })).json();
  } catch {
    return { solution: null, text: null };
  }
  try {
    const solution = isChallenge(body) ? await solvePuzzle(body, patienceMilliseconds) : null;
    if (solution !== null) return { solution };
  } catch {
    // As good as none: a browser that lets no worker run.
  }
  return { solution: null, text: isRecord(body) && typeof body['text'] === 'string' ? body['text'] : failed };
}

function isChallenge(value: unknown): value is Challenge {
  if (!isRecord(value) || typeof value['signature'] !== 'string') return false;
  const { parameters } = value;
  return (
    isRecord(parameters) &&
    parameters['algorithm'] === 'SHA-256' &&
    ['nonce', 'salt', 'keyPrefix'].every((name) => typeof parameters[name] === 'string')
  );
}

export async function sendForm(form: HTMLFormElement, solution: string, key: string): Promise<Answer> {
  const trap = form.querySelector<HTMLInputElement>(`[name="${honeypot}"]`);
  const values = { ...readShown(form), [honeypot]: trap?.value ?? '' };
  try {
    const response = await fetch(actionOf(form), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ values, solution, key, page: location.pathname }),
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    return readAnswer(await response.json());
  } catch {
    return { kind: 'failed', text: null, needsToken: false };
  }
}

function readAnswer(body: unknown): Answer {
  if (!isRecord(body)) return { kind: 'failed', text: null, needsToken: false };
  const { message, text, errors, successUrl } = body;
  if (message === 'success') return { kind: 'sent', successUrl: typeof successUrl === 'string' ? successUrl : null };
  if (message === 'invalid' && isRecord(errors)) {
    const problems = Object.entries(errors).map(
      ([name, words]) => [name, Array.isArray(words) ? words.join(' ') : String(words)] as const,
    );
    return { kind: 'problems', problems: new Map(problems) };
  }
  return { kind: 'failed', text: typeof text === 'string' ? text : null, needsToken: message === 'captcha' };
}
