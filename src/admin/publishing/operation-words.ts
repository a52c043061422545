import { countWords } from '#staff/publishing/change-words.ts';
import type { ActionOutput } from '#staff/calls/api.ts';

export type Operations = ActionOutput<'findPublishing'>;
export type SiteState = Operations['sites'][number];
type Line = Operations['lines'][number];
type Build = SiteState['builds'][number];

/** What files of a lane wait for. */
export const laneNames: Record<Line['lane'], string> = {
  people: 'What people have changed',
  clock: 'What changes by the time',
  changes: 'Other changes of content',
  bulk: 'A change of many pages',
};

/** How a full build ended, or that it has not. */
/** What is kept of what visitors saw before, and for how long. */
export function pastWords(past: SiteState['past']): string {
  if (past === null) return 'Earlier versions are not kept';
  return `Earlier versions: ${past.size ?? 'none yet'}, kept for ${countWords(past.days, 'day')}`;
}

export function outcomeWords({ outcome }: Pick<Build, 'outcome'>): string {
  switch (outcome) {
    case null:
      return 'Under way';
    case 'live':
      return 'Went live';
    case 'failed':
      return 'Failed';
    case 'abandoned':
      return 'Was broken off';
    case 'rolled-back':
      return 'Put back to an earlier build';
  }
}

/** Who asked for a build, or the machine that made it. */
export function builderWords({ by, on }: Pick<Build, 'by' | 'on'>): string {
  return by === '' ? on : by;
}

/**
 * For how long something has been waiting, roughly.
 * @example ageWords('2026-05-04T08:00:00Z', Date.parse('2026-05-04T08:02:10Z')); // '2 minutes'
 */
export function ageWords(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
