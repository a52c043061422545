import { z } from 'zod';
import { cutText } from '#domain/text/cut-text.ts';

/** What is taken out of a drawing before it is stored, as far as somebody could miss it. */
const removalKinds = [
  'script',
  'web-content',
  'elsewhere',
  'link',
  'animation',
  'other-cases',
  'font',
  'embedded-file',
  'unknown',
] as const;
export type RemovalKind = (typeof removalKinds)[number];

/** `names` are some of what was taken out, as the file calls it. */
export const removal = z.object({ kind: z.enum(removalKinds), count: z.int().positive(), names: z.array(z.string()) });
export type Removal = z.infer<typeof removal>;

const shownNames = 4;
const longestName = 60;

/** Counts what is taken out of one drawing. */
export class RemovalList {
  readonly #found = new Map<RemovalKind, { count: number; names: Set<string> }>();

  add(kind: RemovalKind, name: string): void {
    const known = this.#found.get(kind) ?? { count: 0, names: new Set<string>() };
    known.count += 1;
    const word = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
    if (known.names.size < shownNames && word !== '') known.names.add(cutText(word, longestName));
    this.#found.set(kind, known);
  }

  list(): Removal[] {
    return removalKinds.flatMap((kind) => {
      const found = this.#found.get(kind);
      return found ? [{ kind, count: found.count, names: [...found.names] }] : [];
    });
  }
}

const sentences = {
  script: { one: 'script or event handler', many: 'scripts and event handlers', advice: '' },
  'web-content': { one: 'piece of a web page', many: 'pieces of web pages', advice: 'Draw it as shapes and text.' },
  elsewhere: {
    one: 'reference to another file or address',
    many: 'references to other files or addresses',
    advice: 'Embed what it shows, then upload the drawing again.',
  },
  link: { one: 'link', many: 'links', advice: 'What it enclosed is still there.' },
  animation: { one: 'animation', many: 'animations', advice: 'The drawing stands still.' },
  'other-cases': {
    one: 'style rule for other cases',
    many: 'style rules for other cases',
    advice: 'Dark mode, print or the pointer over it change nothing.',
  },
  font: {
    one: 'embedded font',
    many: 'embedded fonts',
    advice: 'Text is shown in another font: convert it to paths where that matters.',
  },
  'embedded-file': {
    one: 'embedded file',
    many: 'embedded files',
    advice: 'Pictures in a drawing are PNG, JPEG or WebP.',
  },
  unknown: {
    one: 'element that browsers do not draw',
    many: 'elements that browsers do not draw',
    advice: 'Export it as plain SVG 1.1.',
  },
} as const satisfies Record<RemovalKind, { one: string; many: string; advice: string }>;

/**
 * What was taken out, for the person who brought the drawing.
 *
 * @example describeRemoval({ kind: 'link', count: 1, names: ['example.com'] });
 * // '1 link (example.com). What it enclosed is still there.'
 */
export function describeRemoval({ kind, count, names }: Removal): string {
  const { one, many, advice } = sentences[kind];
  const more = count > names.length && names.length >= shownNames ? ', …' : '';
  const named = names.length > 0 ? ` (${names.join(', ')}${more})` : '';
  return `${count} ${count === 1 ? one : many}${named}.${advice === '' ? '' : ` ${advice}`}`;
}
