import { cutText } from '#domain/text/cut-text.ts';
import type { Locale } from '#domain/locales.ts';
import type { StaleText } from '#content/translations/find-stale-texts.ts';
import { locateText } from '#content/translations/locate-text.ts';
import type { CheckedModule, Finding } from './findings.ts';

/** So much of the English text of before is quoted. */
const quotedLength = 80;

/** Texts of a page in a locale that say what the English said before, each at its field. */
export function checkStaleTexts(
  stale: readonly StaleText[],
  modules: readonly CheckedModule[],
  locale: Locale,
): Finding[] {
  return stale.flatMap((text): Finding[] => {
    if (text.locale !== locale) return [];
    const { moduleId, place, before } = text;
    const data = modules.find(({ id }) => id === moduleId)?.data;
    const path = moduleId === null ? place.split('.') : data === undefined ? null : locateText(data, place);
    if (!path) return [];
    const said = before === null ? '' : `: it said “${cutText(before.replaceAll(/\s+/g, ' '), quotedLength)}”`;
    return [{ kind: 'stale', locale, moduleId, path, message: `The English text has changed since${said}.` }];
  });
}
