import type { TargetLocale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { RecordId } from './records.ts';

/**
 * How a text stands to the English one. Stale: the English says something else since. Partly: it says what the English says, and
 * nobody has said that it is meant to, which `kept` does.
 */
export type TranslationState = 'translated' | 'checked' | 'stale' | 'partly' | 'kept' | 'absent';

/** How many texts are in which state; `words` are the English ones of those that are stale or absent. */
export type TranslationCounts = {
  texts: number;
  stale: number;
  absent: number;
  partly: number;
  checked: number;
  words: number;
};

export type CountsByLocale = Partial<Record<TargetLocale, TranslationCounts>>;

/** A page or record with what is to do in each language. */
type TranslationItem = {
  kind: string;
  /** What people call its kind. */
  kindName: string;
  id: RecordId;
  title: string;
  locales: CountsByLocale;
};

export type TranslationMatrix = {
  site: SiteId;
  locales: readonly TargetLocale[];
  /** All that match, of which some are listed. */
  total: number;
  /** Whether all changes are counted by now: after a large import some are left for the next time. */
  isCounted: boolean;
  sums: CountsByLocale;
  kinds: readonly { kind: string; name: string }[];
  items: readonly TranslationItem[];
};

/** How a text is written: its control, and what the field allows. */
export type WrittenField = { widget: 'text' | 'long-text' | 'rich-text'; max: number | null; required: boolean };

/** A text beside its English one. */
export type TranslatedText = {
  /** Its field, for people: `Hero · Title`. */
  label: string;
  /** Of the page, module or record whose field it is. */
  part: string;
  path: string;
  state: TranslationState;
  source: string;
  target: string | null;
  /** What the English said when the text was made; null unless it is stale, and where nobody knows. */
  sourceBefore: string | null;
  sourceHash: string;
  targetHash: string | null;
  /** The form that it is in. */
  href: string;
  /** The text as it is stored, to be written here; null where only its form can. */
  written: { field: WrittenField; source: unknown; target: unknown } | null;
};

/** A translation that the sites have of the same text, or of one that is so much like it. */
export type SuggestedTranslation = { source: string; target: string; targetHash: string; percentage: number };

export type TranslationDesk = {
  title: string;
  locale: TargetLocale;
  texts: readonly TranslatedText[];
};
