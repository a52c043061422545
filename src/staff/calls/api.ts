import { parse } from 'devalue';
import { z } from 'zod';
import type { server } from '#actions/index.ts';
import type { FailureCode, Issue } from '#domain/result.ts';

type Actions = typeof server;
export type ActionName = keyof Actions;
export type ActionInput<N extends ActionName> = Parameters<Actions[N]>[0];
export type ActionOutput<N extends ActionName> = Awaited<ReturnType<Actions[N]['orThrow']>>;

/** Why a call failed: a message for the editor, and details for the code. */
export type CallFailure = { code: FailureCode; message: string; issues: readonly Issue[]; detail: unknown };
export type Call<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };

const errorBody = z.object({
  status: z.number().optional(),
  message: z.string().optional(),
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).optional(),
  failure: z.object({ detail: z.unknown().optional() }).optional(),
});

const codes: Record<number, FailureCode> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'invalid',
  429: 'rate-limited',
};

/** Calls an action. Astro's own client drops every field of an error but its message, such as who saved the other version. */
export async function call<N extends ActionName>(name: N, input: ActionInput<N>): Promise<Call<ActionOutput<N>>> {
  let response: Response;
  try {
    response = await fetch(`/_actions/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(input ?? {}),
    });
  } catch {
    return unreachable();
  }
  return readAnswer<N>(response.status, await response.text());
}

type FormAction = 'addImage' | 'checkDrawing' | 'uploadMedium' | 'draftMediumFile' | 'sendPart';
type Sending<N extends FormAction> = { answer: Promise<Call<ActionOutput<N>>>; abort: () => void };

/** Calls an action with files, and reports the progress from 0 to 1, which `fetch` cannot do. */
export function sendForm<N extends FormAction>(
  action: N,
  parts: Readonly<Record<string, string | File>>,
  onProgress: (part: number) => void,
): Sending<N> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  const request = new XMLHttpRequest();
  request.open('POST', `/_actions/${action}`);
  request.setRequestHeader('accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress(loaded / total);
  });
  const answer = new Promise<Call<ActionOutput<N>>>((resolve) => {
    request.addEventListener('load', () => resolve(readAnswer<N>(request.status, request.responseText)));
    request.addEventListener('error', () => resolve(unreachable()));
    request.addEventListener('abort', () => resolve(unreachable()));
  });
  request.send(form);
  return { answer, abort: () => request.abort() };
}

/** The failure when there is no answer. */
function unreachable(): { ok: false; failure: CallFailure } {
  return failed('unavailable', 'The server cannot be reached. Check the connection, then try again; nothing is lost.');
}

/** Parses the answer of an action, however it was requested. */
function readAnswer<N extends ActionName>(status: number, text: string): Call<ActionOutput<N>> {
  if (status >= 200 && status < 300) return { ok: true, value: parse(text) };
  const body = errorBody.safeParse(readJson(text));
  const code = codes[status] ?? 'unavailable';
  if (!body.success) return failed(code, 'Something went wrong. Try again in a moment; nothing is lost.');
  const { message, issues, failure } = body.data;
  return {
    ok: false,
    failure: { code, message: message ?? 'Some fields are not valid.', issues: issues ?? [], detail: failure?.detail },
  };
}

function failed(code: FailureCode, message: string): { ok: false; failure: CallFailure } {
  return { ok: false, failure: { code, message, issues: [], detail: undefined } };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
