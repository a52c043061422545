import { useRef, useState } from 'react';
import type { Removal } from '#domain/media/drawing-removals.ts';
import { getEnding } from '#domain/media/new-medium.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { type ActionInput, type ActionOutput, type Call, type CallFailure, call, sendForm } from '#staff/calls/api.ts';
import { checkFile } from '#staff/upload/check-file.ts';
import { readDrawing } from '#staff/upload/read-address.ts';
import { isSentInParts, sendParts } from '#staff/upload/send-parts.ts';
import { type Medium, type MediumFiles, getSeenFile } from './medium.ts';
import { type ReadPicture, readPicture } from './read-picture.ts';

/** A file from the person's device, before it is stored. */
export type BroughtFile = ReadPicture & {
  file: File;
  format: string;
  bytes: number;
  /** What is taken out of it before it is stored. */
  removals: readonly Removal[];
};

type Step =
  | { name: 'choosing' }
  /** The server looks at a drawing, which may take seconds. */
  | { name: 'reading' }
  | { name: 'failed'; failure: CallFailure }
  /** The part that is sent, from 0 to 1; all of it while the server works on the file. */
  | { name: 'sending'; part: number };

export type Replacing = ReturnType<typeof useReplacing>;

type Options = {
  medium: Medium;
  files: MediumFiles;
  /** A file that it had before; null for one that the person brings. */
  earlier: MediumFiles['earlier'][number] | null;
  onSaved: () => void;
};

/** Gives the draft of a medium another file: one that a person brings, or one that it had before. */
export function useReplacing({ medium, files: initial, earlier, onSaved }: Options) {
  const [files, setFiles] = useState(initial);
  const [brought, setBrought] = useState<BroughtFile | null>(null);
  const [step, setStep] = useState<Step>({ name: 'choosing' });
  /** The file that was brought last: another one may be read for longer. */
  const latest = useRef<File | null>(null);
  const { kind, id } = medium;
  const canReplace = step.name !== 'sending' && (earlier !== null || brought !== null);

  const bring = async (file: File) => {
    if (step.name === 'sending') return;
    latest.current = file;
    setBrought(null);
    setStep({ name: 'reading' });
    const read = await readBrought(file, kind);
    if (latest.current !== file) return;
    if (!read.ok) return setStep({ name: 'failed', failure: read.failure });
    setBrought({ ...read.value, file, format: getEnding(file.name).toUpperCase() });
    setStep({ name: 'choosing' });
  };

  const replace = async () => {
    if (!canReplace) return;
    setStep({ name: 'sending', part: earlier ? 1 : 0 });
    const hash = getSeenFile(files)?.hash ?? null;
    const answer = earlier
      ? await call('draftEarlierFile', { kind, id, hash, number: earlier.number })
      : await send(medium, hash, brought, (part) => setStep({ name: 'sending', part }));
    if (answer.ok) return onSaved();
    setStep({ name: 'failed', failure: answer.failure });
    if (answer.failure.code !== 'conflict') return;
    // What somebody else has put there is compared from now on.
    const now = await call('findMediumFile', { kind, id });
    if (now.ok) setFiles(now.value);
  };
  return { step, files, brought, canReplace, bring: (file: File) => void bring(file), replace };
}

type Read = Omit<BroughtFile, 'file' | 'format'>;

async function readBrought(file: File, kind: UploadKind): Promise<Call<Read>> {
  const checked = await checkFile(file, [kind]);
  if (!checked.ok) return { ok: false, failure: { ...checked.failure, issues: [], detail: null } };
  if (kind === 'vector') return readAsStored(file);
  return { ok: true, value: { ...(await readPicture(file)), bytes: file.size, removals: [] } };
}

/** A drawing as it will be stored, which is seen before it is live. */
async function readAsStored(file: File): Promise<Call<Read>> {
  const checked = await sendForm('checkDrawing', { file }, () => {}).answer;
  if (!checked.ok) return checked;
  const stored = new Blob([checked.value.svg]);
  const picture = await readDrawing(stored);
  return {
    ok: true,
    value: { picture, width: null, height: null, bytes: stored.size, removals: checked.value.removals },
  };
}

function send(
  { kind, id }: Medium,
  hash: string | null,
  brought: BroughtFile | null,
  onProgress: (part: number) => void,
) {
  if (!brought) throw new Error('There is no file to send');
  const { file } = brought;
  if (isSentInParts(file)) return sendLarge({ kind, id, replaced: hash }, file, onProgress);
  const parts = { kind, id: String(id), ...(hash === null ? {} : { hash }), file };
  return sendForm('draftMediumFile', parts, onProgress).answer;
}

async function sendLarge(
  medium: Pick<ActionInput<'finishDraftFile'>, 'kind' | 'id' | 'replaced'>,
  file: File,
  onProgress: (part: number) => void,
): Promise<Call<ActionOutput<'draftMediumFile'>>> {
  const { signal } = new AbortController();
  const sent = await sendParts(file, { kind: medium.kind, onProgress, signal, isReplacement: true });
  if (!sent.ok) return sent;
  const { hash, size } = sent.value;
  return call('finishDraftFile', { ...medium, hash, size, filename: file.name });
}
