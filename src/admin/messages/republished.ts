import type { ActionOutput } from '#staff/calls/api.ts';

/** What became of files that were asked for once more. */
export function describeRepublished({ asked, failures, waits }: ActionOutput<'retryOutputs'>, what: string): string {
  const [first] = failures;
  if (first !== undefined) {
    const others = failures.length > 1 ? `, and ${failures.length - 1} more` : '';
    return `${what} failed again${others}: ${first}`;
  }
  if (waits) return `${what} waits its turn, and is published by itself.`;
  return asked === 1 ? `${what} is live.` : `${what} are live.`;
}
