import type { OutputChange } from '#content/publishing/receipt-item.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Locale } from '#domain/locales.ts';
import type { FailedField } from '#publish/failure-record.ts';
import type { OutputKind, SitemapKind } from '#publish/output.ts';
import type { MarkupChange } from './compare-markup.ts';

/** A URL that a publish would touch: the receipt before. */
export type PlannedOutput = {
  site: SiteId;
  kind: OutputKind;
  locale: Locale;
  path: string | null;
  change: Exclude<OutputChange, 'same'>;
  reasons: string[];
  failure: string | null;
  /** Where the content fails, when that is why it could not be rendered. */
  issues: readonly FailedField[];
  /** It is a page of what would be published itself. */
  isOwn?: boolean;
  /** The lines in which a page differs from its live file; only where that is read. */
  changes?: readonly MarkupChange[];
};

/** An output that a plan names without having drawn it, and what it would be drawn by. */
export type NamedOutput = PlannedOutput & {
  ref: number;
  listed: SitemapKind | null;
  /** Its address once it is published; null for an output that a site has once. */
  address: string | null;
  /** The hash of its live file; null where it has none. */
  hash: string | null;
  /** The path of its live file, where it leaves that for `path`. */
  from?: string;
};
