import { type Locale, isLocale } from '#domain/locales.ts';

/**
 * A part of a page that is published by itself: which modules it has and where, what it is below, what a language has besides
 * modules, or the texts of a module in a language.
 */
export type PageCell = 'structure' | 'parent' | `settings:${Locale}` | `${number}:${Locale}`;

type CellParts =
  | { what: 'structure' | 'parent' }
  | { what: 'settings'; locale: Locale }
  | { what: 'texts'; moduleId: number; locale: Locale };

const ofModule = /^[1-9]\d{0,14}$/;

/**
 * What a cell is of; null for what is none.
 *
 * @example partsOfCell('12:de') // { what: 'texts', moduleId: 12, locale: 'de' }
 */
export function partsOfCell(cell: string): CellParts | null {
  if (cell === 'structure' || cell === 'parent') return { what: cell };
  const [of = '', locale, ...rest] = cell.split(':');
  if (!isLocale(locale) || rest.length > 0) return null;
  if (of === 'settings') return { what: 'settings', locale };
  return ofModule.test(of) ? { what: 'texts', moduleId: Number(of), locale } : null;
}

export function isPageCell(value: unknown): value is PageCell {
  return typeof value === 'string' && partsOfCell(value) !== null;
}
