import { type Result, fail, ok } from '#domain/result.ts';

/** A name in every way in which files write it. */
export type Name = {
  /** `webinar-series`, as folders are named. */
  kebab: string;
  /** `webinarSeries`, as constants are. */
  camel: string;
  /** `webinar_series`, as kinds and columns are. */
  snake: string;
  /** `WEBINAR_SERIES`, as module types are. */
  upper: string;
  /** `webinar series`, as people say it. */
  words: string;
  /** `Webinar series`, as the editor shows it. */
  title: string;
};

/** Longer names would not fit into the names of constraints and triggers. */
const longest = 40;

/** Names of constants that JavaScript reserves, or that files of modules and kinds import. */
const reserved = new Set(
  `arguments await break case catch class const constructor continue debugger default delete do else enum eval export
  extends false finally for function if implements import in instanceof interface let new null package private protected
  prototype public return static super switch this throw true try type typeof undefined var void while with yield
  bookkeeping capital context data expect id it layout localized markup meta module modules kind kinds own-page own-pages
  pages record records registry rich-text schema shapes sites slug text view visibility z`.split(/\s+/),
);

/**
 * Reads a name as it is written on the command line.
 *
 * @example
 * parseName('webinar-series') // ok: { kebab: 'webinar-series', camel: 'webinarSeries', upper: 'WEBINAR_SERIES', … }
 */
export function parseName(written: string): Result<Name> {
  if (!/^[a-z]+(-[a-z]+)*$/.test(written)) {
    return fail(
      'invalid',
      `"${written}" is no name: use small letters a to z with single hyphens, as in webinar-series.`,
    );
  }
  if (written.length > longest) return fail('invalid', `"${written}" is longer than ${longest} characters.`);
  if (reserved.has(written))
    return fail('invalid', `"${written}" has a meaning in the code already: choose another name.`);
  const snake = written.replaceAll('-', '_');
  const words = written.replaceAll('-', ' ');
  return ok({
    kebab: written,
    camel: written.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    snake,
    upper: snake.toUpperCase(),
    words,
    title: words.charAt(0).toUpperCase() + words.slice(1),
  });
}

/**
 * The plural of an English noun, as a table is named; a person corrects the rare ones.
 *
 * @example
 * toPlural('story_category') // 'story_categories'
 */
export function toPlural(noun: string): string {
  if (/(series|news|media|data)$/.test(noun)) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
