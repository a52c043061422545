import { type Locale, englishNames, locales } from '#domain/locales.ts';
import type { UploadKind } from './upload-kinds.ts';

/** What a medium of the library may lack: somebody who shows it, or an alternative text in a language. */
export type MediaGap = 'unused' | `undescribed.${Locale}`;

const undescribed = locales.map((locale) => `undescribed.${locale}` as const);
export const mediaGaps: readonly MediaGap[] = ['unused', ...undescribed];

/** The gaps that media of a kind can have: only pictures are described. */
export function listGaps(kind: UploadKind): readonly MediaGap[] {
  return kind === 'image' || kind === 'vector' ? mediaGaps : ['unused'];
}

/** What people call a gap. */
export function gapName(gap: MediaGap): string {
  const locale = locales.find((each) => gap === `undescribed.${each}`);
  return locale ? `No alternative text in ${englishNames[locale]}` : 'Used nowhere';
}
