import { z } from 'zod';
import type { PictureTexts } from '#domain/media/new-image.ts';
import { isLocale } from '#domain/locales.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import type { JsonObject } from '#schema/record-fields.ts';

/** What is read of the data of a draft, which may be unfinished. */
const described = z.object({
  is_decorative: z.boolean().catch(false),
  localized: z.record(z.string(), z.object({ alt: z.string().catch('') }).catch({ alt: '' })).catch({}),
});

/** The texts that the data of a picture has. */
export function readTexts(data: JsonObject): PictureTexts {
  const { is_decorative: decorative, localized } = described.parse(data);
  const texts = Object.entries(localized).filter(([locale]) => isLocale(locale));
  return { decorative, alt: Object.fromEntries(texts.map(([locale, { alt }]) => [locale, alt])) };
}

/**
 * The data of a picture with other texts, by locale: an empty one is taken out, and those that are not given stay. Only images may be
 * decorative.
 *
 * @example withTexts('vector', { localized: { en: { alt: 'A' } } }, { decorative: false, alt: { de: 'B' } }); // { localized: { en: { alt: 'A' }, de: { alt: 'B' } } }
 */
export function withTexts(kind: 'image' | 'vector', data: JsonObject, { decorative, alt }: PictureTexts): JsonObject {
  const localized: JsonObject = isRecord(data['localized']) ? { ...data['localized'] } : {};
  for (const [locale, text] of Object.entries(alt)) {
    const stored = ownValue(localized, locale);
    const { alt: _, ...others } = isRecord(stored) ? stored : {};
    if (text !== '') localized[locale] = { ...others, alt: text };
    else if (stored !== undefined) localized[locale] = others;
  }
  return { ...data, localized, ...(kind === 'image' ? { is_decorative: decorative } : {}) };
}
