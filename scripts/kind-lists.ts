import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { getKeys } from '#domain/objects.ts';
import { type KindName, kindNames, referenceKinds } from '#kinds/registry.ts';
import { root } from './code-bundle.ts';

/**
 * The lists of `src/kinds` that name the kinds by what their folders have, between two marks: each is in a bundle of its own, so that
 * none loads what the others need. Only `registry.ts` is written by hand: it holds the order of the kinds, which no folder has.
 */

type KindList = {
  /** Whether a file of a folder is one that the list has. */
  holds: (file: string) => boolean;
  /** What the file exports, by what TypeScript calls the kind: `channelPartner`. */
  exported: (camel: string) => string;
  /** The key of its entry, by the texts of the folder; null where the entries are spread into one table. */
  getKey: ((kind: string, text: string) => string) | null;
  /** The kinds that it can have; all where it does not say. */
  among?: readonly KindName[];
};

const camelCase = (text: string) => text.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
const isShapes = (file: string) => /^([\w-]+-)?shapes\.ts$/.test(file);
const keepKind = (kind: string) => kind;

/** Records with a page of their own are called as that says. */
const pagedKind = (kind: string, text: string) => /defineOwnPage<'(\w+)'/.exec(text)?.[1] ?? kind;

const lists = {
  'kinds.ts': { holds: (file) => file === 'kind.ts', exported: (camel) => camel, getKey: keepKind },
  'shapes.ts': { holds: isShapes, exported: () => 'shapes', getKey: null },
  'list-answers.ts': { holds: isShapes, exported: () => 'answers', getKey: null },
  'lists.ts': { holds: (file) => file === 'lists.ts', exported: () => 'lists', getKey: null },
  'picked.ts': { holds: (file) => file === 'picked.ts', exported: () => 'picked', getKey: keepKind },
  'own-pages.ts': { holds: (file) => file === 'own-page.ts', exported: () => 'ownPage', getKey: pagedKind },
  'pages.ts': { holds: (file) => file === 'Page.tsx', exported: () => 'Page', getKey: pagedKind },
  'resolvers.ts': {
    holds: (file) => file === 'resolve.ts',
    exported: (camel) => `resolve${camel.charAt(0).toUpperCase()}${camel.slice(1)}`,
    getKey: keepKind,
    among: referenceKinds,
  },
} as const satisfies Record<string, KindList>;

export type KindListFile = keyof typeof lists;
export const kindListFiles = getKeys(lists);

const findFolder = (kind: string) => path.join(root, 'src/kinds', kind.replaceAll('_', '-'));

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The import and the entry of each file that a list has, in the order of the registry. */
function makeLines(list: KindList): { line: string; entry: string }[] {
  return (list.among ?? kindNames).flatMap((kind) =>
    readdirSync(findFolder(kind))
      .filter(list.holds)
      .toSorted()
      .flatMap((file) => {
        const text = read(path.join(findFolder(kind), file));
        const camel = camelCase(isShapes(file) && file !== 'shapes.ts' ? file.replace(/-shapes\.ts$/, '') : kind);
        const exported = list.exported(camel);
        if (!new RegExp(`^export (?:const|function) ${exported}\\b|^export \\{[^}]*\\b${exported}\\b`, 'm').test(text))
          return [];
        const key = list.getKey?.(kind, `${text}${read(path.join(findFolder(kind), 'own-page.ts'))}`);
        return [
          {
            line: `import { ${exported === camel ? camel : `${exported} as ${camel}`} } from './${kind.replaceAll('_', '-')}/${file}';`,
            entry: key === undefined ? `...${camel},` : key === camel ? `${camel},` : `${key}: ${camel},`,
          },
        ];
      }),
  );
}

const block = /^([ \t]*)\/\/ <kinds>.*\n[^]*?^[ \t]*\/\/ <\/kinds>\n/gm;

/**
 * A list with the kinds that there are: first their imports, then their entries, each between two marks.
 *
 * @param file below `src/kinds`
 */
export function withKindLines(file: KindListFile, source: string): string {
  const lines = makeLines(lists[file]);
  const parts = [lines.map(({ line }) => line), lines.map(({ entry }) => entry)];
  return source.replace(block, (_, indent: string) => {
    const found = ['// <kinds> `npm run docs` writes these lines.', ...(parts.shift() ?? []), '// </kinds>'];
    return found.map((line) => `${indent}${line}\n`).join('');
  });
}
