import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Result } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { type ActionOutput, type Call, call, sendForm } from '../calls/api.ts';
import { isSentInParts, patiently, sendParts } from './send-parts.ts';

export type Medium = ActionOutput<'uploadMedium'>;
type UploadState =
  | { name: 'waiting' }
  /** The part that is sent, from 0 to 1; all of it while the server works on the file. */
  | { name: 'sending'; part: number }
  | { name: 'done'; medium: Medium }
  | { name: 'failed'; message: string; canRetry: boolean };
export type UploadItem = { key: number; file: File; state: UploadState };

/** Files that are brought at one moment. */
export type Incoming = readonly File[];

type Words = Readonly<Record<string, string>>;

export type UploadOptions = {
  incoming: Incoming;
  /** What the files become. */
  kind: UploadKind;
  /** What a file becomes, where its content decides, or why it is refused before it is sent. The server checks all of them. */
  check?: ((file: File) => Promise<Result<{ kind: UploadKind }>>) | undefined;
  /** What documents are, and the folder that files go to, for the server. */
  words?: Words;
  onUploaded: (medium: Medium) => void;
};

/** The server works on as many pictures at once. */
const maxConcurrent = 2;

/** Uploads files two at a time; each fails for itself. */
export function useUploads({ incoming, kind, check, words, onUploaded }: UploadOptions) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [taken, setTaken] = useState<Incoming | null>(null);
  /** How to stop what was begun, by key. */
  const running = useRef(new Map<number, () => void>());
  if (taken !== incoming) {
    setTaken(incoming);
    const first = items.length;
    const added = incoming.map((file, index): UploadItem => ({ key: first + index, file, state: { name: 'waiting' } }));
    setItems([...items, ...added]);
  }
  const change = (key: number, state: UploadState) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, state } : item)));

  // What has happened to the form meanwhile counts.
  const uploaded = useEffectEvent(onUploaded);
  const upload = useEffectEvent(async ({ key, file }: UploadItem) => {
    const checked = check ? await check(file) : { ok: true as const, value: { kind } };
    if (!checked.ok) return change(key, { name: 'failed', message: checked.failure.message, canRetry: false });
    const sending = send(file, checked.value.kind, words, (part) => change(key, { name: 'sending', part }));
    running.current.set(key, sending.abort);
    const answer = await sending.answer;
    if (answer.ok) {
      change(key, { name: 'done', medium: answer.value });
      return uploaded(answer.value);
    }
    const { code, message, issues } = answer.failure;
    change(key, { name: 'failed', message: issues[0]?.message ?? message, canRetry: code !== 'invalid' });
  });
  const retry = (key: number) => {
    running.current.delete(key);
    change(key, { name: 'waiting' });
  };

  const waiting = items.find(({ state }) => state.name === 'waiting');
  const sending = items.filter(({ state }) => state.name === 'sending').length;
  const isBusy = sending > 0 || waiting !== undefined;
  if (waiting && sending < maxConcurrent) change(waiting.key, { name: 'sending', part: 0 });
  useEffect(() => {
    for (const item of items) {
      if (item.state.name !== 'sending' || running.current.has(item.key)) continue;
      running.current.set(item.key, () => {});
      void upload(item);
    }
  }, [items]);
  useEffect(() => {
    const all = running.current;
    return () => all.forEach((abort) => abort());
  }, []);
  useEffect(() => {
    if (!isBusy) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
  return { items, isBusy, retry };
}

/** Sends a file that becomes a record: at once, or a large one in parts. */
function send(
  file: File,
  kind: UploadKind,
  words: Words = {},
  onProgress: (part: number) => void,
): { answer: Promise<Call<Medium>>; abort: () => void } {
  if (!isSentInParts(file)) return sendForm('uploadMedium', { ...words, kind, file }, onProgress);
  const control = new AbortController();
  const finish = async (): Promise<Call<Medium>> => {
    const sent = await sendParts(file, { kind, onProgress, signal: control.signal });
    if (!sent.ok) return sent;
    const { medium, ...named } = sent.value;
    if (medium) return { ok: true, value: medium };
    const { documentType = 'datasheet', language = 'en', folder } = words;
    const input = { ...named, documentType, language, kind, filename: file.name };
    return patiently(
      () => call('finishUpload', folder === undefined ? input : { ...input, folder: Number(folder) }),
      control.signal,
    );
  };
  return { answer: finish(), abort: () => control.abort() };
}
