import { type Locale, englishNames, locales } from '#domain/locales.ts';
import type { UploadKind } from './upload-kinds.ts';

/**
 * What a medium of the library may lack: somebody who shows it, an alternative text in a language, live or in a draft, or that such a text
 * of its draft is published.
 */
export type MediaGap = 'unused' | 'waiting' | `undescribed.${Locale}`;

const undescribed = locales.map((locale) => `undescribed.${locale}` as const);
export const mediaGaps: readonly MediaGap[] = ['unused', ...undescribed, 'waiting'];

/** The gaps that media of a kind can have: only pictures are described. */
export function listGaps(kind: UploadKind): readonly MediaGap[] {
  return kind === 'image' || kind === 'vector' ? mediaGaps : ['unused'];
}

/** What people call a gap. */
export function gapName(gap: MediaGap): string {
  if (gap === 'waiting') return 'Alternative text not published';
  const locale = locales.find((each) => gap === `undescribed.${each}`);
  return locale ? `No alternative text in ${englishNames[locale]}` : 'Used nowhere';
}
