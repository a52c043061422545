import { hasWords, splitSearch } from '#domain/search/search-words.ts';
import type { ActionOutput } from '#staff/calls/api.ts';

export type SavedSection = ActionOutput<'listSections'>[number];

/** Whether each of the words that are typed is in what a section is called, what it is for, what it is made of, or who saved it. */
export function matchesSection({ name, note, types, savedBy }: SavedSection, typed: string): boolean {
  return hasWords([name, note, savedBy ?? '', ...types.map((type) => type.name)].join('\n'), splitSearch(typed));
}
