import type { Target } from './target.ts';

/** The build that a site would be put back to; null where there is none. */
export async function findBuildBefore(target: Pick<Target, 'currentBuild' | 'builds'>): Promise<string | null> {
  const current = await target.currentBuild();
  return (await target.builds()).find((build) => current !== null && build < current) ?? null;
}
