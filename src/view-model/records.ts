import type { Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { StoredFile } from './stored-file.ts';

/** A record's id: a site's is its name. */
export type RecordId = number | string;

/** What of a record visitors see now. */
export type RecordState =
  /** Published, and as its draft. */
  | 'live'
  /** Published; its draft has changes. */
  | 'changed'
  /** Never published. */
  | 'draft'
  /** Visible from a later moment on. */
  | 'scheduled'
  /** Its time is over. */
  | 'ended'
  /** Published in the database, switched off for visitors. */
  | 'hidden';

/** What a list is filtered by: a state, or one that a date ends. */
export const listStates = ['live', 'changed', 'draft', 'scheduled', 'ending', 'ended', 'hidden'] as const;
export type ListState = (typeof listStates)[number];

/** What a filter of a list is called that finds records without texts in a language of their sites: in one of them, or in `any`. */
export const untranslatedFilter = 'untranslated';

/** A row of a list. */
export type RecordRow = {
  id: RecordId;
  title: string;
  state: RecordState;
  /** Values of the chosen columns, by field, as words. */
  values: Readonly<Record<string, string>>;
  thumbnail: string | null;
  /** Languages of its sites in which it has no texts. */
  untranslated: readonly Locale[];
  /** Languages in which a text was made from an English one that says something else by now. */
  stale: readonly Locale[];
  changedAt: string | null;
  changedBy: string | null;
  /** Of a picture with a draft: what that says in English that it shows, and whether it only decorates. */
  drafted: { alt: string; decorative: boolean } | null;
};

export type RecordPage = {
  rows: readonly RecordRow[];
  /** Given back for the following rows; null at the end. */
  next: string | null;
  /** Records that match, counted up to one more than is done at once (`sheetLimits.rows`). */
  total: number;
};

/** A view of a list that somebody has given a name: `query` as in the address, without the question mark. */
export type SavedView = {
  id: number;
  name: string;
  query: string;
  isShared: boolean;
  isOwn: boolean;
  /** Whose it is, where it is somebody else's. */
  by: string | null;
};

/** What is saved and not published. */
export type RecordDraft = {
  data: JsonObject;
  /** The file that a medium gets with it; null for the one that it has. */
  file: StoredFile | null;
  /** The version that the draft was begun with; null for a record that was never published. */
  base: number | null;
  savedAt: string;
  savedBy: string | null;
};

/** Everything that a record's form needs. */
export type OpenedRecord = {
  kind: string;
  id: RecordId;
  /** As visitors see it; null when it was never published. */
  live: JsonObject | null;
  /** The file of a medium, as visitors see it; null for a record without one. */
  file: StoredFile | null;
  /** The number of its last version; null when it was never published. */
  version: number | null;
  draft: RecordDraft | null;
  state: RecordState;
  /** Pages of its own, and pages that show it. */
  pages: readonly { site: SiteId; locale: Locale; url: string; title: string; isOwn: boolean }[];
  /** Where its own page is previewed, as it would be published. */
  previews: readonly { site: SiteId; locale: Locale; url: string }[];
};

/** A draft was saved. A failure `conflict` has, as its detail, the draft that somebody has saved in between. */
export type SavedRecord = { id: RecordId; savedAt: string };

/** A version of a record, the latest first. */
export type RecordVersion = {
  number: number;
  data: JsonObject | null;
  /** The file that a medium had; null for a record without one, and where that is not on record. */
  file: StoredFile | null;
  /** Where its page was, on each of its sites and in each of its languages. */
  pages: readonly { site: SiteId; locale: Locale; path: string }[];
  madeAt: string;
  madeBy: string | null;
  /** The receipt of its publish, while that is on record. */
  receipt: number | null;
  /** The receipt that it took back. */
  takesBack: number | null;
  /** The name of the release that it went live with, while there is one. */
  release: string | null;
};
