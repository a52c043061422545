import { useState } from 'react';
import { type CallFailure, call } from '#staff/calls/api.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { OpenedRecord } from '#view-model/records.ts';
import type { NamedRecord } from '#staff/publishing/records-publishing.tsx';
import type { Side } from '#staff/differences/VersionChoice.tsx';
import type { RecordRestore } from './RecordDifferences.tsx';
import { type RestoredPart, replacePart } from './record-differences.ts';

type Options = {
  record: NamedRecord;
  fields: readonly EditorField[];
  /** The version that it comes from; null where it is the draft, or nothing may be changed. */
  from: JsonObject | null;
  /** The version whose file is brought back; null where a file is none of it. */
  fileOf: Exclude<Side, 'draft'> | null;
  /** As it is stored; null while that is not known. */
  opened: OpenedRecord | null;
  onDone: () => void;
};

/** Bringing parts of an earlier version of a record into its draft. */
export function useRecordRestore({
  record: { kind, id },
  fields,
  from,
  fileOf,
  opened,
  onDone,
}: Options): RecordRestore {
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const save = async (part: RestoredPart, words: string) => {
    if (from === null || opened === null || isBusy) return;
    setBusy(true);
    setDone(null);
    setFailure(null);
    const current = replacePart(fields, opened.draft?.data ?? opened.live ?? {}, from, part);
    // Visitors save files and documents under their names.
    const isNamed = part.what === 'file' && (kind === 'file' || kind === 'document');
    const data = isNamed ? { ...current, filename: from['filename'] ?? null } : current;
    const isRestored = part.what === 'all';
    const isWithFile = fileOf !== null && (isRestored || part.what === 'file');
    const base = opened.draft?.savedAt ?? null;
    const answer = await call('saveRecord', { kind, id, data, base, isRestored, ...(isWithFile && { fileOf }) });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    setDone(words);
    onDone();
  };
  return {
    isPossible: from !== null,
    isBusy: isBusy || opened === null,
    done,
    failure,
    bringBack: (part, words) => void save(part, words),
  };
}
