import type { Locale } from '#domain/locales.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import type { SiteId } from '#domain/sites.ts';
import type { PageChange } from '#changes/page-changes.ts';
import type { StructureModule } from '#domain/pages/structure.ts';
import type { DraftSteps } from '#content/undo/draft-steps.ts';
import type { ShownDraft } from '#content/records/shown-drafts.ts';
import type { PausedSite } from '#content/publishing/paused-sites.ts';
import type { RegisteredType } from '#modules/definitions.ts';
import type { Frame } from '#view-model/frame.ts';

/** A draft module in one locale, as the editor needs it to save against the version it started from. */
export type EditorModule = {
  id: number;
  type: RegisteredType;
  /** The type's name for editors. */
  name: string;
  parentId: number | null;
  slot: string | null;
  /** The data stored for this locale, or the default locale's when it has none, made into data of the current schema. */
  data: unknown;
  /** Of this locale's own data; 0 when it has none. */
  version: number;
  fallback: boolean;
  /** The data of the default locale, to be read beside; null in that locale, and where it has none. */
  english: unknown;
  /** The title of the module; empty when it has none. */
  title: string;
  /** How it differs from what is published, in this locale; null when it does not. */
  change: 'added' | 'moved' | 'changed' | null;
  /** The shared module that it shows; null for a module of the page's own. */
  shared: SharedState | null;
};

/** A shared module on a draft, whose data and version are those of the module that shows it. */
export type SharedState = {
  id: number;
  name: string;
  /** Whether it has a draft that is not published. */
  hasDraft: boolean;
  /** The pages that show it, this one among them. */
  pages: readonly { id: number; site: SiteId; title: string; href: string }[];
};

/** The editor's state of a draft. Plain data: it is sent to the browser. */
export type EditorState = {
  site: SiteId;
  locale: Locale;
  /** Public paths of the page in each of its locales. */
  paths: Partial<Record<Locale, string>>;
  /** The record that the page is made of; null for a page of its own. */
  record: Frame['record'] | null;
  /** -1 for pages that are made from rows. */
  pageId: number;
  /** The page's title in its language, without the website's name. */
  title: string;
  isEditable: boolean;
  structureVersion: number;
  /** False for a page that is not published, or not any more: it has no changes, it is new as a whole. */
  isPublished: boolean;
  /** How the draft differs from what is published, in all locales. */
  changes: readonly PageChange[];
  /** The parts in which it differs, each published by itself; of a page that is not published, all of them. */
  waiting: readonly PageCell[];
  /** The titles of modules in the languages whose texts wait. */
  titles: Readonly<Record<string, string>>;
  /** The newest save of the page's history: a discard is refused when there is a newer one than the editor has seen. */
  lastSave: number;
  /** What this person would undo and redo next. */
  steps: DraftSteps;
  modules: readonly EditorModule[];
  /** Every module of the draft, those included that this code cannot show: a change of the structure names them all. */
  structure: readonly StructureModule[];
  staff: { email: string; role: 'editor' | 'admin' };
  /** Whether nothing is published to the site for now; none or one. */
  paused: readonly PausedSite[];
  /** Records that the page shows as they are in their drafts. */
  drafts: readonly ShownDraft[];
};
