import type { Target } from './target.ts';

/** The release that a site would be put back to; null where there is none. */
export async function findBuildBefore(target: Pick<Target, 'currentBuild' | 'releases'>): Promise<string | null> {
  const current = await target.currentBuild();
  return (await target.releases()).find((release) => current !== null && release < current) ?? null;
}
