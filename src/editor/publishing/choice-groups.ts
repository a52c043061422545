import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import { type PageCell, partsOfCell } from '#domain/page-cell.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { PageChange } from '#content/page-changes.ts';
import { changeSubject, changeWords, countWords } from './change-words.ts';

/** A part of what waits, as a person chooses it. */
export type ChoiceLine = { cell: PageCell; name: string; title: string; what: string };
export type ChoiceGroup = { locale: Locale; lines: ChoiceLine[] };

type Waiting = Pick<EditorState, 'waiting' | 'changes' | 'modules' | 'isPublished'>;

/** What waits by language, each in the order of the page. What a page has in all languages goes with English. */
export function choiceGroups(state: Waiting): ChoiceGroup[] {
  const places = new Map(state.modules.map(({ id }, index) => [id, index]));
  const lines = state.waiting.map((cell) => {
    const parts = partsOfCell(cell);
    const locale = parts && 'locale' in parts ? parts.locale : defaultLocale;
    const place = parts?.what === 'texts' ? (places.get(parts.moduleId) ?? places.size) : -1;
    return { locale, place, line: lineOf(cell, state) };
  });
  return locales.flatMap((locale) => {
    const own = lines.filter((one) => one.locale === locale).toSorted((a, b) => a.place - b.place);
    return own.length === 0 ? [] : [{ locale, lines: own.map(({ line }) => line) }];
  });
}

/** A part of what waits, in words. */
export function lineOf(cell: PageCell, { changes, modules, isPublished }: Waiting): ChoiceLine {
  const parts = partsOfCell(cell);
  if (parts?.what === 'texts') {
    const module = modules.find(({ id }) => id === parts.moduleId);
    const change = changes.find((one) => isOf(one, parts));
    const subject = change ? changeSubject(change) : { name: module?.name ?? 'Module', title: module?.title ?? '' };
    const isNew = changes.some((one) => one.what === 'added' && one.moduleId === parts.moduleId) || !isPublished;
    return { cell, ...subject, what: isNew ? 'Text of the new module' : 'Text' };
  }
  if (parts?.what === 'settings') {
    const change = changes.find((one) => one.what === 'details' && one.locale === parts.locale);
    return {
      cell,
      name: 'Page settings',
      title: '',
      what: change ? changeWords(change) : 'Title, address, description',
    };
  }
  if (parts?.what === 'parent')
    return { cell, name: 'Page settings', title: '', what: changeWords({ what: 'parent' }) };
  return { cell, name: 'Modules and their order', title: '', what: structureWords(changes, modules.length) };
}

function isOf(change: PageChange, { moduleId, locale }: { moduleId: number; locale: Locale }): boolean {
  return change.what === 'changed' && change.moduleId === moduleId && change.locale === locale;
}

/** @example structureWords(changes, 7) // '1 added, 2 moved' */
function structureWords(changes: readonly PageChange[], modules: number): string {
  const counts = (['added', 'removed', 'moved'] as const).flatMap((what) => {
    const count = changes.filter((change) => change.what === what).length;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  return counts.length === 0 ? countWords(modules, 'module') : counts.join(', ');
}
