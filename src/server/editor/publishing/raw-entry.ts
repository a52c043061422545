import type { Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { PlannedOutput } from '#publish/plan/planned-output.ts';

/** The effect of a publish on one URL, before it is told to people. */
export type RawEntry = Pick<PlannedOutput, 'change' | 'issues' | 'isOwn' | 'changes'> & {
  site: SiteId;
  locale: Locale;
  path: string;
  /** As tags. */
  reasons: string[];
  seenLiveAt: string | null;
  failure: string | null;
};
