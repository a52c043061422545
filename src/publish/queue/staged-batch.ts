import type { SiteId } from '#domain/sites.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import type { LiveWriter, StagedFile } from '#publish/targets/target.ts';
import type { PublishedBatch } from './publish-outputs.ts';
import type { Claim } from './queue-claims.ts';

/** What is staged of one site, and where; without a writer nothing could be. */
export type StagedSite = PublishedBatch & { writer: LiveWriter | null };
/** The outputs of one claim, as far as they are staged. */
export type StagedBatch = { claim: Claim; startedAt: Date; sites: Map<SiteId, StagedSite> };

export function listFiles(staged: readonly StagedSite[]): StagedFile[] {
  return staged.flatMap(({ published }) => published.flatMap((one) => (one.staged ? [one.staged] : [])));
}

/** Drops what was staged of some outputs. */
export async function drop(staged: StagedSite, isDropped: (output: ClaimedOutput) => boolean): Promise<void> {
  const dropped = staged.published.filter(({ output }) => isDropped(output));
  staged.published = staged.published.filter(({ output }) => !isDropped(output));
  staged.deferred = staged.deferred.filter(({ output }) => !isDropped(output));
  staged.untouched = staged.untouched.filter((output) => !isDropped(output));
  await staged.writer?.discard(dropped.flatMap((one) => (one.staged ? [one.staged] : [])));
}

/** Nothing of it becomes live: its outputs are claimed once more. */
export async function giveBack(staged: StagedSite): Promise<void> {
  staged.untouched.push(...staged.published.map(({ output }) => output));
  await discard(staged);
  staged.published = [];
}

export async function discard({ writer, published }: StagedSite): Promise<void> {
  await writer?.discard(published.flatMap((one) => (one.staged ? [one.staged] : [])));
}
