import type { Locale } from '#domain/locales.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import type { CellNeed, ChosenContents } from '#changes/chosen-cells.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';

/** A module that a language shows in English once a part of the draft is published. */
type EnglishPlace = {
  moduleId: number;
  locale: Locale;
  moduleName: string;
  moduleTitle: string;
  /** Why: its texts are in the draft and were not chosen, it has none, or it showed English before, and other English. */
  why: 'left' | 'none' | 'new-english';
};

export type PlannedPart = {
  /** What cannot be live without something else; nothing is planned before. */
  needs: readonly CellNeed[];
  english: readonly EnglishPlace[];
};

/** What to say of a publish in part. */
export function describeChosen({ needs, shown }: ChosenContents, cells: readonly PageCell[]): PlannedPart {
  const english = shown
    // A shared module has its languages itself.
    .filter(({ fallback, type }) => fallback && !(isRegisteredType(type) && getDefinition(type).standsIn))
    .map(({ id, type, title, locale, was_fallback, has_text }): EnglishPlace => {
      const isLeftOut = has_text && !cells.includes(`${id}:${locale}`);
      return {
        moduleId: id,
        locale,
        moduleName: isRegisteredType(type) ? getDefinition(type).displayName : type,
        moduleTitle: title,
        why: isLeftOut ? 'left' : was_fallback ? 'new-english' : 'none',
      };
    });
  return { needs, english };
}
