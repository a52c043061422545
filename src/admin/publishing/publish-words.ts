import type { ActionOutput } from '#staff/calls/api.ts';
import { siteNames } from '#domain/site-names.ts';
import { countWords } from '#staff/publishing/change-words.ts';

export type Line = ActionOutput<'listPublishes'>['lines'][number];

const causes: Record<Line['cause'], string> = {
  change: 'Content was changed',
  clock: 'The time had come',
  build: 'The site was built',
  rollback: 'The site was put back to an earlier build',
  reconciliation: 'The check of what is published',
};

/** Who asked for a publish, or what it was for that nobody has asked. */
export function whoWords({ who, cause }: Pick<Line, 'who' | 'cause'>): string {
  return who.length > 0 ? who.join(', ') : causes[cause];
}

/** The records that a publish was of; the list is told of the first ones only. */
export function whatWords({ what, site }: Pick<Line, 'what' | 'site'>): string {
  const [first, second, ...rest] = what;
  if (first === undefined) return siteNames[site];
  if (second === undefined) return first;
  return rest.length > 0 ? `${first}, ${second} and others` : `${first} and ${second}`;
}

/** What a publish did, in numbers. */
export function countsWords({ counts }: Pick<Line, 'counts'>): string {
  const parts = [
    counts.new > 0 ? `${counts.new} new` : '',
    counts.moved > 0 ? `${counts.moved} moved` : '',
    counts.changed > 0 ? `${counts.changed} changed` : '',
    counts.removed > 0 ? `${counts.removed} removed` : '',
    counts.failed > 0 ? `${counts.failed} failed` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : `Nothing looks different (${countWords(counts.unchanged, 'URL')})`;
}

/** Whether it is marked as one that was taken back, or as one that takes another back. */
export function stateWords({ takesBack, takenBackBy }: Pick<Line, 'takesBack' | 'takenBackBy'>): string | null {
  if (takenBackBy !== null) return `Taken back by ${takenBackBy}`;
  return takesBack === null ? null : 'Takes a publish back';
}
