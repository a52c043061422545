import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kinds } from '#content/transfer/record.ts';
import { root } from './bundle.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = ['README.md', ...globSync('docs/*.md', { cwd: root })];
const files = globSync(['*.{ts,json}', '{.ci,docs,public,scripts,src,supabase,tests}/**/*'], { cwd: root });
const commands = new Set(read('package.json').match(/(?<=^ {4}")[\w:-]+(?=": "node scripts)/gm));

/** The anchors that GitHub gives a document's headings. */
function anchorsOf(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What stands between backticks, in the lines that are no example of a file that is still to be written. */
function codeSpans(document: string): string[] {
  const prose = document.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/^`src\/modules\/quote\/.*$/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('links to what is there', () => {
    const dead = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const place = file === '' ? document : path.join(path.dirname(document), file);
        if (!existsSync(path.join(root, place))) return true;
        return anchor !== undefined && !anchorsOf(read(place)).includes(anchor);
      });
    expect(dead).toEqual([]);
  });

  it('names commands that there are', () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, command = '']) => command);
    expect(named.filter((command) => !commands.has(command))).toEqual([]);
  });

  it('names files that there are', () => {
    const missing = codeSpans(text).filter((code) => {
      if (!/^[\w.@/-]+$/.test(code)) return false;
      if (/^(docs|public|scripts|src|supabase|tests)\//.test(code)) return !existsSync(path.join(root, code));
      // A short name stands for the file wherever it is.
      const isFile = /\.(ts|tsx|astro|css|sql|mjs)$/.test(code) && !code.startsWith('.');
      return isFile && !files.some((file) => `/${file}`.endsWith(`/${code}`));
    });
    expect(missing).toEqual([]);
  });
});

it('The content model has a line for each kind of record', () => {
  const named = [...read('docs/content-model.md').matchAll(/^\| ([a-z_]+(?:, [a-z_]+)*) +\|/gm)].flatMap(
    ([, names = '']) => names.split(', '),
  );
  expect(Object.keys(kinds).filter((kind) => !named.includes(kind))).toEqual([]);
});
