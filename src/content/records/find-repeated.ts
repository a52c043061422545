import type { Issue } from '#domain/result.ts';
import type { ParsedRecord } from '#kinds/contract.ts';
import type { RecordName } from './prepare-record.ts';

/** Values that two of the records may not share. */
export function findRepeated(records: readonly ParsedRecord[]): { of: RecordName; issue: Issue }[] {
  const seen = new Set<string>();
  return records.flatMap(({ kind, id, uniques }) =>
    uniques.flatMap((unique) => {
      const isNew = !seen.has(unique);
      seen.add(unique);
      return isNew ? [] : [{ of: { kind, id }, issue: { path: [], message: `Another one has the same ${unique}` } }];
    }),
  );
}
