import type { Operations } from '#admin/messages/operations.ts';

type Failed = Operations['failed'][number];

/** What has failed for one reason, in the order of the list. */
export type FailureGroup = Pick<Failed, 'reason' | 'repairs' | 'waits'> & {
  outputs: readonly [Failed, ...Failed[]];
  /** The earliest of them. */
  since: string;
};

/** What has failed, once for each reason: forty pages that name a picture which is gone are one line. */
export function groupFailures(failed: readonly Failed[]): FailureGroup[] {
  const groups = Map.groupBy(failed, ({ reason, repairs, waits }) => JSON.stringify([reason, repairs, waits]));
  return [...groups.values()].flatMap(([first, ...others]): FailureGroup[] => {
    if (!first) return [];
    const { reason, repairs, waits } = first;
    const since = [first, ...others].map((output) => output.since).toSorted()[0] ?? first.since;
    return [{ reason, repairs, waits, outputs: [first, ...others], since }];
  });
}
