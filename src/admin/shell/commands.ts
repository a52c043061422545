import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { type Grant, may } from '#domain/rights.ts';
import { isUploadKind } from '#domain/media/upload-kinds.ts';
import { isMadeByPeople, listedKinds, getKindNames } from '#kinds/registry.ts';
import { listPath, navigation } from './navigation.ts';

export type Hit = { title: string; detail: string; href: string };

/** Every screen, and whatever is begun at an address of its own, for who has these rights. */
export function allCommands(grants: readonly Grant[]): Hit[] {
  const command = (title: string, href: string): Hit => ({ title, href, detail: 'Command' });
  const screens = navigation(grants).flatMap(({ title: group, links }) =>
    links.map(({ title, href }) => ({ title, href, detail: title === group ? 'Screen' : group })),
  );
  const made = listedKinds
    .filter((kind) => may({ grants }, 'edit', { kind }))
    .flatMap((kind) => {
      if (isMadeByPeople(kind)) return [command(`New ${getKindNames(kind).one}`, adminPaths.newRecord(kind))];
      return isUploadKind(kind) ? [command(`Upload ${getKindNames(kind).many}`, listPath(kind))] : [];
    });
  return [
    { title: 'Home', href: adminPaths.home, detail: 'Screen' },
    ...screens,
    command('New page', adminPaths.newPage),
    command('New form', adminPaths.newForm),
    command('New release', adminPaths.newRelease),
    ...(may({ grants }, 'manage people') ? [command('Invite somebody', adminPaths.invite)] : []),
    ...made,
  ];
}

/** What is called so first, then what begins with it, otherwise as they were. `wanted` is folded. */
export function rankHits(hits: readonly Hit[], wanted: string): Hit[] {
  const getRank = ({ title }: Hit) => {
    const folded = foldText(title);
    return folded === wanted ? 0 : folded.startsWith(wanted) ? 1 : 2;
  };
  return hits.toSorted((a, b) => getRank(a) - getRank(b));
}
