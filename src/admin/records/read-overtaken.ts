import type { Values } from '#schema/editor-fields.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { type Call, call } from '#staff/calls/api.ts';
import type { Overtaken } from '#staff/differences/ConflictDialog.tsx';
import type { KindName } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';
import { toValues } from './record-values.ts';
import type { EditBase } from './use-record-edit.ts';

/** What a draft cannot be saved or published over. */
export type OvertakenRecord = {
  /** Null where it was deleted. */
  theirs: JsonObject | null;
  savedBy: string | null;
  at: string | null;
  /** What both sides started from, where that is not what the form did. */
  base: JsonObject | null;
  /** When the draft was saved that the merged values replace; null where there is none. */
  savedAt: string | null;
  /** The live version that the merged values contain, where theirs is what is live. */
  version?: number;
};

/** Their version in a conflict, as the dialog shows it. */
export type Conflict = Pick<OvertakenRecord, 'savedAt' | 'version'> & {
  theirs: Overtaken;
  mine: Values;
  base: Values | null;
};

/**
 * What a draft that was saved at `savedAt` cannot be saved or published over: a later draft, or else the live version, with the one that
 * both were begun with.
 */
export async function readOvertakenRecord(
  kind: KindName,
  id: RecordId,
  savedAt: string | null,
): Promise<Call<OvertakenRecord>> {
  const [opened, versions] = await Promise.all([
    call('openRecord', { kind, id }),
    call('recordVersions', { kind, id }),
  ]);
  if (!opened.ok) return opened;
  if (!versions.ok) return versions;
  const { draft, live, version } = opened.value;
  if (draft && draft.savedAt !== savedAt) {
    const { data, savedBy, savedAt: at } = draft;
    return { ok: true, value: { theirs: data, savedBy, at, base: null, savedAt: at } };
  }
  const begun = versions.value.find(({ number }) => number === draft?.base)?.data;
  const latest = versions.value.find(({ number }) => number === version);
  return {
    ok: true,
    value: {
      theirs: live,
      savedBy: latest?.madeBy ?? null,
      at: latest?.madeAt ?? null,
      base: begun ?? null,
      savedAt: draft?.savedAt ?? null,
      ...(draft === null || version === null ? {} : { version }),
    },
  };
}

/** The same as the form of a kind has it. */
export async function readOvertaken(
  { kind, fields }: LoadedKind,
  id: RecordId,
  { savedAt: from }: EditBase,
): Promise<Call<Omit<Conflict, 'mine'>>> {
  const found = await readOvertakenRecord(kind, id, from);
  if (!found.ok) return found;
  const { theirs, savedBy, at, base, ...next } = found.value;
  const person = savedBy === null ? null : { name: savedBy, email: savedBy };
  return {
    ok: true,
    value: {
      ...next,
      theirs: { version: 0, data: theirs && toValues(fields, theirs), savedBy: person, savedAt: at },
      base: base && toValues(fields, base),
    },
  };
}
