import { showNumber } from '#domain/values/show-number.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { siteNames } from '#domain/site-names.ts';
import { describeCount } from '#staff/messages/count.ts';

export type Line = ActionOutput<'listPublishes'>['lines'][number];

const causes: Record<Line['cause'], string> = {
  change: 'Content was changed',
  clock: 'The time had come',
  build: 'The site was built',
  rollback: 'The site was put back to an earlier build',
  reconciliation: 'The check of what is published',
};

/** Who asked for a publish, or what it was for that nobody has asked. */
export function nameAuthors({ who, cause }: Pick<Line, 'who' | 'cause'>): string {
  return who.length > 0 ? who.join(', ') : causes[cause];
}

/** The records that a publish was of; the list is told of the first ones only. */
export function nameSubjects({ what, site }: Pick<Line, 'what' | 'site'>): string {
  const [first, second, ...rest] = what;
  if (first === undefined) return siteNames[site];
  if (second === undefined) return first;
  return rest.length > 0 ? `${first}, ${second} and others` : `${first} and ${second}`;
}

/** What a publish did, in numbers. */
export function describeCounts({ counts }: Pick<Line, 'counts'>): string {
  const parts = [
    counts.new > 0 ? `${showNumber(counts.new)} new` : '',
    counts.moved > 0 ? `${showNumber(counts.moved)} moved` : '',
    counts.changed > 0 ? `${showNumber(counts.changed)} changed` : '',
    counts.removed > 0 ? `${showNumber(counts.removed)} removed` : '',
    counts.failed > 0 ? `${showNumber(counts.failed)} failed` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : `Nothing looks different (${describeCount(counts.unchanged, 'URL')})`;
}

/** Whether it is marked as one that was taken back, or as one that takes another back. */
export function describeTakenBack({ takesBack, takenBackBy }: Pick<Line, 'takesBack' | 'takenBackBy'>): string | null {
  if (takenBackBy !== null) return `Taken back by ${takenBackBy}`;
  return takesBack === null ? null : 'Takes a publish back';
}
