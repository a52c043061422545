import { honeypot } from '#domain/forms/names.ts';
import { type Challenge, solveChallenge } from '#domain/forms/puzzle.ts';
import { isRecord } from '#domain/objects.ts';
import { type ByName, actionOf, readShown } from './form-dom.ts';

/** The calls that a form makes, and what their answers mean. */

export type Answer =
  | { kind: 'sent'; successUrl: string | null }
  | { kind: 'problems'; problems: ByName<string> }
  /** What the server says; without words it did not say anything. */
  | { kind: 'failed'; text: string | null; needsToken: boolean };

/** Longer than any answer takes. */
const patienceMilliseconds = 20_000;

/** Gets a puzzle for a form and solves it; null when there is none to be had. */
export async function fetchSolution(form: HTMLFormElement): Promise<string | null> {
  const url = actionOf(form);
  url.pathname += '/challenge';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMilliseconds) });
    const challenge: unknown = await response.json();
    return response.ok && isChallenge(challenge) ? await solveChallenge(challenge) : null;
  } catch {
    return null;
  }
}

function isChallenge(value: unknown): value is Challenge {
  return (
    isRecord(value) &&
    value['algorithm'] === 'SHA-256' &&
    typeof value['maxnumber'] === 'number' &&
    ['challenge', 'salt', 'signature'].every((name) => typeof value[name] === 'string')
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
