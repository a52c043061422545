import type { MenuItem, SharedFrame } from '#view-model/frame.ts';
import type { GlobalsRow } from '#kinds/site/shapes.ts';
import { toJson } from '#domain/values/to-json.ts';
import { hashBytes } from '#publish/hash-bytes.ts';

/** What is the same around all pages of a site and locale, and the settings that it was made from. */
type PageFrame = { frame: SharedFrame; globals: GlobalsRow };

type Menus = Readonly<Record<string, readonly MenuItem[]>>;

/**
 * Names all that a page is drawn from, by three names: of all but its menus, code included; of its menus; and of what its site may give
 * to a page besides, whether the page shows it or not.
 *
 * @param own all that it is given but its menus, as one text
 * @param code names what pages are drawn with, but for their modules
 */
export function makeDrawingKey(own: string, menus: Menus, pageFrame: PageFrame, code: string): string {
  return [hashBytes(own), hashMenus(menus), hashSettings(pageFrame, code)].join('.');
}

/**
 * Whether two names are of the same drawing: what else the settings of a site say does not show on the page.
 *
 * @example isSameDrawing('own.menus.before', 'own.menus.now') // true
 */
export function isSameDrawing(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf('.')) === other.slice(0, other.lastIndexOf('.'));
}

/** The name with the menus of now; null where the site gives other settings than it did, so that the page may differ in more. */
export function updateDrawingKey(pageFrame: PageFrame, given: string, code: string): string | null {
  const [own, , settings] = given.split('.');
  return own !== undefined && settings === hashSettings(pageFrame, code)
    ? [own, hashMenus(pageFrame.frame.menus), settings].join('.')
    : null;
}

const names = new WeakMap<object, string>();

function hashMenus(menus: Menus): string {
  return remembered(menus, () => hashBytes(toJson(menus)));
}

/** The privacy notice is an item of a menu, and modules name it. */
function hashSettings({ frame, globals: { menus: _, links: __, ...settings } }: PageFrame, code: string): string {
  return remembered(frame, () => hashBytes(JSON.stringify([code, settings, frame.privacyHref])));
}

function remembered(value: object, make: () => string): string {
  let name = names.get(value);
  if (name === undefined) names.set(value, (name = make()));
  return name;
}
