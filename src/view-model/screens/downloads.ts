import type { Locale } from '#domain/locales.ts';
import type { Document } from '#view-model/resolved.ts';

/** A product that a document belongs to. */
type Owner = { slug: string; name: string; href: string | null };

export type DownloadsContent = {
  screen: 'downloads';
  /** By type, the newest first. */
  downloads: readonly { document: Document; language: Locale; products: readonly Owner[] }[];
};
