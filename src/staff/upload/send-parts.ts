import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { type PartedFile, countParts, partSize } from '#domain/media/upload-parts.ts';
import { type ActionOutput, type Call, call, sendForm } from '../calls/api.ts';

type Medium = ActionOutput<'uploadMedium'>;
type SentFile = PartedFile & {
  /** The record that has this very file; then nothing was sent. */
  medium: Medium | null;
};

/** How often a request is made again that had no answer, and how long the first pause is, in milliseconds. */
const tries = 5;
const firstPause = 1000;

/** Whether a file is sent in parts: a large one, where the browser can tell what is in it, which it does on secure pages only. */
export function isSentInParts(file: File): boolean {
  return file.size > partSize && globalThis.crypto.subtle !== undefined;
}

type Options = {
  kind: UploadKind;
  /** Told the part that has arrived, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** It takes the place of another file: it is sent also where a record has it already. */
  isReplacement?: boolean;
};

/**
 * Sends a file in parts. Those that have arrived before, in this tab or another one, are not sent again, and one that breaks off is
 * tried again for some time.
 */
export async function sendParts(
  file: File,
  { kind, onProgress, signal, isReplacement = false }: Options,
): Promise<Call<SentFile>> {
  const named = { hash: await hashFile(file), size: file.size };
  const begun = await patiently(() => call('beginUpload', { ...named, kind }), signal);
  if (!begun.ok) return begun;
  const { medium } = begun.value;
  if (medium && !isReplacement) return { ok: true, value: { ...named, medium } };
  const there = new Set(begun.value.sent);
  const count = countParts(file.size);
  let done = there.size;
  for (let part = 0; part < count; part += 1) {
    if (there.has(part)) continue;
    onProgress(done / count);
    const bytes = file.slice(part * partSize, (part + 1) * partSize);
    const fields = {
      hash: named.hash,
      size: String(named.size),
      part: String(part),
      bytes: new File([bytes], 'part', { type: 'application/octet-stream' }),
    };
    const sent = await patiently(() => {
      const sending = sendForm('sendPart', fields, (fraction) => onProgress((done + fraction) / count));
      signal.addEventListener('abort', sending.abort, { once: true });
      return sending.answer;
    }, signal);
    if (!sent.ok) return sent;
    done += 1;
  }
  onProgress(1);
  return { ok: true, value: { ...named, medium: null } };
}

async function hashFile(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Calls again while there is no answer, with pauses that grow, or once the network is back. */
export async function patiently<T>(attempt: () => Promise<Call<T>>, signal: AbortSignal): Promise<Call<T>> {
  for (let turn = 1; ; turn += 1) {
    const answer = await attempt();
    if (answer.ok || answer.failure.code !== 'unavailable' || turn === tries || signal.aborted) return answer;
    await pause(firstPause * 2 ** (turn - 1), signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    for (const [target, name] of [
      [globalThis, 'online'],
      [signal, 'abort'],
    ] as const) {
      target.addEventListener(
        name,
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    }
  });
}
