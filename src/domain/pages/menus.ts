/** The menus of a site, and how many levels of each are shown: header, columns of the footer, one line below them. */
export const menuLevels = { main: 3, footer: 2, legal: 1 } as const;
export type MenuName = keyof typeof menuLevels;

export function isMenuName(value: unknown): value is MenuName {
  return typeof value === 'string' && Object.hasOwn(menuLevels, value);
}

/** The item of the legal menu that leads to the privacy notice, which forms name. */
export const privacyItem = 'privacy';

const menuLabels: Record<MenuName, string> = {
  main: 'The main menu has three levels',
  footer: 'The footer has two levels',
  legal: 'The legal menu has one level',
};

/** Says that an item is too deep to be shown, and what to do. */
export function tooDeep(menu: MenuName): string {
  return `${menuLabels[menu]}: what is deeper is not shown. Move it out, or somewhere else.`;
}
