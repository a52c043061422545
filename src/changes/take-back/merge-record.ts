import { ownValue } from '#domain/objects.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
import type { Fields } from '../publish-history.ts';
import type { ChangedSince, Choice } from './merge-page.ts';

export type MergedRecord = {
  /** The fields that get other values, with those that they have now; `undefined` for none. */
  fields: { name: string; now: unknown; value: unknown }[];
  changedSince: ChangedSince[];
};

/**
 * The fields of a record that a publish changed, with their old values where nobody has changed them since. A field that was
 * changed since stays as it is now, unless a choice says otherwise.
 */
export function mergeRecord(
  { before, after, now }: { before: Fields; after: Fields; now: Fields },
  choiceAt: (path: readonly string[]) => Choice | undefined,
): MergedRecord {
  const merged: MergedRecord = { fields: [], changedSince: [] };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = ownValue(before, name);
    const current = ownValue(now, name);
    if (isSame(value ?? null, current ?? null)) continue;
    const isUntouched = isSame(ownValue(after, name) ?? null, current ?? null);
    if (!isUntouched) merged.changedSince.push({ path: [name], before: value, now: current });
    if (isUntouched || choiceAt([name]) === 'before') merged.fields.push({ name, now: current, value });
  }
  return merged;
}
