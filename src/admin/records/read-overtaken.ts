import type { Values } from '#schema/editor-fields.ts';
import { type Call, call } from '#staff/calls/api.ts';
import type { Overtaken } from '#staff/differences/ConflictDialog.tsx';
import type { RecordId } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';
import { toValues } from './record-values.ts';
import type { EditBase } from './use-record-edit.ts';

/** Their version in a conflict, as the dialog shows it. */
export type Conflict = {
  theirs: Overtaken;
  mine: Values;
  /** What both sides started from, where that is not what the form did. */
  base: Values | null;
  /** When the draft was saved that the merged values replace; null where there is none. */
  savedAt: string | null;
  /** The live version that the merged values contain, where theirs is what is live. */
  version?: number;
};

/**
 * What a draft cannot be saved or published over: a later draft, or else the live version, with the one that both were begun with.
 */
export async function readOvertaken(
  { kind, fields }: LoadedKind,
  id: RecordId,
  { savedAt }: EditBase,
): Promise<Call<Omit<Conflict, 'mine'>>> {
  const [opened, versions] = await Promise.all([
    call('openRecord', { kind, id }),
    call('recordVersions', { kind, id }),
  ]);
  if (!opened.ok) return opened;
  if (!versions.ok) return versions;
  const { draft, live, version } = opened.value;
  const makePerson = (name: string | null) => (name === null ? null : { name, email: name });
  if (draft && draft.savedAt !== savedAt) {
    const theirs = {
      version: 0,
      data: toValues(fields, draft.data),
      savedBy: makePerson(draft.savedBy),
      savedAt: draft.savedAt,
    };
    return { ok: true, value: { theirs, base: null, savedAt: draft.savedAt } };
  }
  const begun = versions.value.find(({ number }) => number === draft?.base)?.data;
  const latest = versions.value.find(({ number }) => number === version);
  const theirs = {
    version: 0,
    data: live && toValues(fields, live),
    savedBy: makePerson(latest?.madeBy ?? null),
    savedAt: latest?.madeAt ?? null,
  };
  return {
    ok: true,
    value: {
      theirs,
      base: begun ? toValues(fields, begun) : null,
      savedAt: draft?.savedAt ?? null,
      ...(draft === null || version === null ? {} : { version }),
    },
  };
}
