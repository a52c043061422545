import { type Locale, defaultLocale, englishNames } from '#domain/locales.ts';
import { getDefinition } from '#modules/definitions.ts';
import { locateReferences } from '#schema/references.ts';
import type { ImageRow } from '#kinds/image/shapes.ts';
import type { RecordRow } from '#kinds/shapes.ts';
import type { CheckedModule, Finding } from './findings.ts';

type Pictures = {
  image: (id: number) => ImageRow | null;
  vector: (id: number) => RecordRow<'vector'> | null;
};

/** Of a picture that says nothing in English either. */
export const noText = 'The picture has no alternative text. Describe what is on it, or mark it as decorative.';

/** Pictures that a page shows without alternative text in its language. Decorative ones need none. */
export function checkImages(modules: readonly CheckedModule[], pictures: Pictures, locale: Locale): Finding[] {
  return modules.flatMap(({ id: moduleId, type, data }) =>
    locateReferences(getDefinition(type).schema, data).flatMap(({ kind, id, path }): Finding[] => {
      if (kind !== 'image' && kind !== 'vector') return [];
      const row = pictures[kind](id);
      if (!row || ('is_decorative' in row && row.is_decorative)) return [];
      if (row.localized[locale]?.alt?.trim()) return [];
      const hasEnglish = Boolean(row.localized[defaultLocale]?.alt?.trim());
      const message =
        hasEnglish && locale !== defaultLocale
          ? `The picture has no alternative text in ${englishNames[locale]} and uses the English one.`
          : noText;
      return [{ kind: 'alternative-text', locale, moduleId, path, message, picture: { kind, id } }];
    }),
  );
}
