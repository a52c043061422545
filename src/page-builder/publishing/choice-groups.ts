import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import { type PageCell, partsOfCell } from '#domain/pages/page-cell.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { PageChange } from '#changes/page-changes.ts';
import { describeCount } from '#staff/messages/count.ts';
import { changeSubject, describeChange } from '#staff/messages/page-change.ts';

/** A part of what waits, as a person chooses it. */
export type ChoiceLine = { cell: PageCell; name: string; title: string; titleLocale?: Locale; what: string };
export type ChoiceGroup = {
  locale: Locale;
  lines: ChoiceLine[];
  /** What of it is live without another language: texts of modules that are not live yet wait for them. */
  alone: PageCell[];
};

type Waiting = Pick<EditorState, 'waiting' | 'titles' | 'changes' | 'modules' | 'isPublished' | 'locale'>;

/** What waits by language, each in the order of the page. What a page has in all languages goes with English. */
export function choiceGroups(state: Waiting): ChoiceGroup[] {
  const places = new Map(state.modules.map(({ id }, index) => [id, index]));
  const lines = state.waiting.map((cell) => {
    const parts = partsOfCell(cell);
    const place = parts?.what === 'texts' ? (places.get(parts.moduleId) ?? places.size) : -1;
    return { locale: getLocale(cell), place, line: makeChoiceLine(cell, state) };
  });
  return locales.flatMap((locale) => {
    const own = lines.filter((one) => one.locale === locale).toSorted((a, b) => a.place - b.place);
    return own.length === 0 ? [] : [{ locale, lines: own.map(({ line }) => line), alone: listAlone(locale, state) }];
  });
}

function listAlone(locale: Locale, state: Waiting): PageCell[] {
  const own = state.waiting.filter((cell) => getLocale(cell) === locale);
  const alone = own.filter((cell) => locale === defaultLocale || !isOfNewModule(cell, state));
  // Where nothing else waits, the plan says what it needs.
  return alone.length === 0 ? own : alone;
}

function getLocale(cell: PageCell): Locale {
  const parts = partsOfCell(cell);
  return parts && 'locale' in parts ? parts.locale : defaultLocale;
}

function isOfNewModule(cell: PageCell, { changes, isPublished }: Waiting): boolean {
  const parts = partsOfCell(cell);
  if (parts?.what !== 'texts') return false;
  return !isPublished || changes.some((one) => one.what === 'added' && one.moduleId === parts.moduleId);
}

/** A part of what waits, in words. */
export function makeChoiceLine(cell: PageCell, state: Waiting): ChoiceLine {
  const { changes, modules, titles } = state;
  const parts = partsOfCell(cell);
  if (parts?.what === 'texts') {
    const module = modules.find(({ id }) => id === parts.moduleId);
    const change = changes.find((one) => isOf(one, parts));
    const own = titles[cell];
    const subject = change
      ? changeSubject(change)
      : {
          name: module?.name ?? 'Module',
          // Without one of its own it has that of the page which is looked at.
          title: own ?? module?.title ?? '',
          titleLocale: own === undefined ? state.locale : parts.locale,
        };
    return { cell, ...subject, what: isOfNewModule(cell, state) ? 'Text of the new module' : 'Text' };
  }
  if (parts?.what === 'settings') {
    const change = changes.find((one) => one.what === 'details' && one.locale === parts.locale);
    return {
      cell,
      name: 'Page settings',
      title: '',
      what: change ? describeChange(change) : 'Title, address, description',
    };
  }
  if (parts?.what === 'parent')
    return { cell, name: 'Page settings', title: '', what: describeChange({ what: 'parent' }) };
  return { cell, name: 'Modules and their order', title: '', what: describeStructure(changes, modules.length) };
}

function isOf(change: PageChange, { moduleId, locale }: { moduleId: number; locale: Locale }): boolean {
  return change.what === 'changed' && change.moduleId === moduleId && change.locale === locale;
}

/** @example describeStructure(changes, 7) // '1 added, 2 moved' */
function describeStructure(changes: readonly PageChange[], modules: number): string {
  const counts = (['added', 'removed', 'moved'] as const).flatMap((what) => {
    const count = changes.filter((change) => change.what === what).length;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  return counts.length === 0 ? describeCount(modules, 'module') : counts.join(', ');
}
