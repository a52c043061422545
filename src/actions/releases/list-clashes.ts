import type { ReleaseItem } from '#changes/releases/change-release.ts';
import { findClashes } from '#changes/releases/prepare-release.ts';
import type { StaffContext } from '../as-staff.ts';

/** What keeps a release from being published, with the pages that were just added: others that have their addresses. */
export async function listClashes(
  { client }: StaffContext['actor'],
  release: number,
  items: readonly ReleaseItem[],
): Promise<string[]> {
  const pages = new Set(items.flatMap((one) => ('page' in one ? [one.page] : [])));
  if (pages.size === 0) return [];
  const clashes = await findClashes(client, release);
  return clashes.filter(({ path }) => pages.has(Number(path[1]))).map(({ message }) => message);
}
