import type { MenuItem, SharedFrame } from '#view-model/frame.ts';
import type { GlobalsRow } from '#kinds/site/shapes.ts';
import { jsonOf } from '#domain/values/json-of.ts';
import { hashOf } from '#publish/hash-of.ts';

/** What is the same around all pages of a site and locale, and the settings that it was made from. */
export type Around = { frame: SharedFrame; globals: GlobalsRow };

type Menus = Readonly<Record<string, readonly MenuItem[]>>;

/**
 * Names all that a page is drawn from, by three names: of all but its menus, code included; of its menus; and of what its site may give
 * to a page besides, whether the page shows it or not.
 *
 * @param own all that it is given but its menus, as one text
 * @param code names what pages are drawn with, but for their modules
 */
export function nameGiven(own: string, menus: Menus, around: Around, code: string): string {
  return [hashOf(own), nameOf(menus), settingsOf(around, code)].join('.');
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
export function withMenusOf(around: Around, given: string, code: string): string | null {
  const [own, , settings] = given.split('.');
  return own !== undefined && settings === settingsOf(around, code)
    ? [own, nameOf(around.frame.menus), settings].join('.')
    : null;
}

const names = new WeakMap<object, string>();

function nameOf(menus: Menus): string {
  return remembered(menus, () => hashOf(jsonOf(menus)));
}

/** The privacy notice is an item of a menu, and modules name it. */
function settingsOf({ frame, globals: { menus: _, links: __, ...settings } }: Around, code: string): string {
  return remembered(frame, () => hashOf(JSON.stringify([code, settings, frame.privacyHref])));
}

function remembered(value: object, make: () => string): string {
  let name = names.get(value);
  if (name === undefined) names.set(value, (name = make()));
  return name;
}
