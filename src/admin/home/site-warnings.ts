import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { SiteWarnings } from '#server/editor/screens/site-warnings.ts';

/** Something to mend: what it is, where, and what is the matter. */
type Warning = { href: string; text: string; detail: string };

/**
 * What should be mended on the sites, in words, the worst first.
 *
 * @example listWarnings({ failed: 1, redirects: 0, undescribed: none, waiting: none, menuItems: [], cache: null })[0].text // '1 page or file cannot be published'
 */
export function listWarnings({ failed, redirects, undescribed, waiting, menuItems, cache }: SiteWarnings): Warning[] {
  const warnOfUndescribed = (kind: 'image' | 'vector', one: string, many: string): Warning => ({
    href: `${adminPaths.records(kind)}?gap=undescribed.en`,
    text: counted(undescribed[kind], `${one} has no alternative text`, `${many} have no alternative text`),
    detail: 'Screen readers and search engines have nothing to go by.',
  });
  const tellOfWaiting = (kind: 'image' | 'vector', one: string, many: string): Warning => ({
    href: `${adminPaths.records(kind)}?gap=waiting`,
    text: counted(
      waiting[kind],
      `${one} has an unpublished alternative text`,
      `${many} have unpublished alternative texts`,
    ),
    detail: 'Visitors do not have it before it is published.',
  });
  return [
    ...when(failed > 0, {
      href: adminPaths.publishes,
      text: counted(failed, 'page or file cannot be published', 'pages or files cannot be published'),
      detail: 'Visitors see the last good version.',
    }),
    ...when(cache !== null, {
      href: adminPaths.publishes,
      text: 'Visitors may see older pages',
      detail: `The cache in front of the sites is not told of changes. ${cache ?? ''}`,
    }),
    ...menuItems.map(({ menu, site, name, path }) => ({
      href: adminPaths.record('menu', menu),
      text: `An item of the ${name} menu of ${site} is left out`,
      detail: `It is none that a page can show (item ${describePlace(path)}). Give it a label, or delete it.`,
    })),
    ...when(redirects > 0, {
      href: adminPaths.records('redirect'),
      text: counted(redirects, 'redirect is wrong', 'redirects are wrong'),
      detail: 'They go in circles, make detours, or lead to nothing.',
    }),
    ...when(undescribed.image > 0, warnOfUndescribed('image', 'picture', 'pictures')),
    ...when(undescribed.vector > 0, warnOfUndescribed('vector', 'drawing', 'drawings')),
    ...when(waiting.image > 0, tellOfWaiting('image', 'picture', 'pictures')),
    ...when(waiting.vector > 0, tellOfWaiting('vector', 'drawing', 'drawings')),
  ];
}

/** `1.children.0` as people count: `2, below it 1`. */
function describePlace(path: string): string {
  return path
    .split('.children.')
    .map((index) => Number(index) + 1)
    .join(', below it ');
}

function when(is: boolean, warning: Warning): Warning[] {
  return is ? [warning] : [];
}

function counted(count: number, one: string, many: string): string {
  return `${showNumber(count)} ${count === 1 ? one : many}`;
}
