import type { Challenge } from 'altcha-lib/types';
import { honeypot } from '#domain/forms/names.ts';
import { isRecord } from '#domain/objects.ts';
import { type ByName, getFormAction, readShown } from './form-dom.ts';
import { solvePuzzle } from './solve-puzzle.ts';

/** The calls that a form makes, and what their answers mean. */

export type Answer =
  | { kind: 'sent'; successUrl: string | null }
  | { kind: 'problems'; problems: ByName<string> }
  /** There is no token, or the server did not take it. */
  | { kind: 'unproven' }
  /** Every other answer: nothing is shown. */
  | { kind: 'refused' }
  /** No answer, or none of this server. */
  | { kind: 'unanswered' };

/** Longer than any answer takes. */
const timeoutMilliseconds = 20_000;

/** A solved puzzle, or why there is none. */
export type Prepared = { solution: string } | { solution: null; why: 'unproven' | 'unanswered' };

/** Gets a puzzle for a form and solves it. */
export async function fetchSolution(form: HTMLFormElement): Promise<Prepared> {
  const url = getFormAction(form);
  url.pathname += '/challenge';
  let body: unknown;
  try {
    body = await (await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) })).json();
  } catch {
    return { solution: null, why: 'unanswered' };
  }
  try {
    const solution = isChallenge(body) ? await solvePuzzle(body, timeoutMilliseconds) : null;
    if (solution !== null) return { solution };
  } catch {
    // As good as none: a browser that lets no worker run.
  }
  return { solution: null, why: 'unproven' };
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
    const response = await fetch(getFormAction(form), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ values, solution, key, page: location.pathname }),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return readAnswer(await response.json());
  } catch {
    return { kind: 'unanswered' };
  }
}

function readAnswer(body: unknown): Answer {
  if (!isRecord(body)) return { kind: 'unanswered' };
  const { message, errors, successUrl } = body;
  if (message === 'success') return { kind: 'sent', successUrl: typeof successUrl === 'string' ? successUrl : null };
  if (message === 'invalid' && isRecord(errors)) {
    const problems = Object.entries(errors).map(
      ([name, words]) => [name, Array.isArray(words) ? words.join(' ') : String(words)] as const,
    );
    return { kind: 'problems', problems: new Map(problems) };
  }
  return { kind: message === 'captcha' ? 'unproven' : 'refused' };
}
