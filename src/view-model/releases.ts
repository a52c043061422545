import type { Locale } from '#domain/locales.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import type { SiteId } from '#domain/sites.ts';
import type { RecordId } from './records.ts';

/** A set of drafts that become live together. People call it a release. */
export type ReleaseSummary = {
  id: number;
  name: string;
  /** `publishing`: its content is written, and its files are being put live. */
  state: 'open' | 'scheduled' | 'publishing' | 'live';
  /** When it becomes live by itself, and the time zone in which that was chosen. */
  publishAt: string | null;
  timeZone: string | null;
  scheduledBy: string | null;
  createdBy: string | null;
  createdAt: string;
  appliedBy: string | null;
  liveAt: string | null;
  takenBackAt: string | null;
  /** Why it could not be published at its moment. */
  failure: string | null;
  pages: number;
  records: number;
};

/** A page of a release. */
export type ReleasePage = {
  id: number;
  title: string;
  /** Null where the page was deleted. */
  site: SiteId | null;
  exists: boolean;
  /** It leaves the site with the release. */
  isRemoval: boolean;
  /** The parts of its draft that were chosen; null where all of it was. */
  cells: readonly PageCell[] | null;
  isNew: boolean;
  paths: Partial<Record<Locale, string>>;
  savedAt: string;
  savedBy: string | null;
};

/** A record of a release. */
export type ReleaseRecord = {
  kind: string;
  id: RecordId;
  title: string;
  isNew: boolean;
  savedAt: string;
  savedBy: string | null;
};

/** A link by which people without an account see a release before it is live. */
export type ReleaseLink = {
  id: number;
  /** For whom it was made; may be empty. */
  forWhom: string;
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
  state: 'open' | 'expired' | 'revoked';
};

/** Something of the calendar: a release, or a record whose own time begins or ends. */
export type CalendarEntry = {
  at: string;
  what: 'scheduled' | 'publishing' | 'live' | 'failed' | 'taken-back' | 'begins' | 'ends';
  /** Null for a release. */
  kind: string | null;
  id: RecordId;
  title: string;
};
