import { useState } from 'react';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import type { Side } from '#staff/differences/VersionChoice.tsx';

type Part = ActionInput<'restorePageVersion'>['part'];

export type Restore = {
  /** False where the version on the left is the draft itself. */
  isPossible: boolean;
  isBusy: boolean;
  /** What was done last, in words. */
  done: string | null;
  failure: CallFailure | null;
  bringBack: (part: Part, done: string) => Promise<void>;
};

type Options = {
  pageId: number;
  from: Side;
  /** What it is made against; null while that is not known. */
  draft: ActionOutput<'comparePageVersions'>['draft'] | null;
  onDone: () => void;
};

/** Bringing parts of an earlier version into the draft. */
export function useRestore({ pageId, from, draft, onDone }: Options): Restore {
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const bringBack = async (part: Part, words: string) => {
    if (from === 'draft' || draft === null || isBusy) return;
    setBusy(true);
    setDone(null);
    setFailure(null);
    const { structure_version: structureVersion, last_save: lastSave } = draft;
    const answer = await call('restorePageVersion', { pageId, revision: from, part, structureVersion, lastSave });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    setDone(words);
    onDone();
  };
  return { isPossible: from !== 'draft', isBusy: isBusy || draft === null, done, failure, bringBack };
}
