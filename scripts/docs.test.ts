import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './code-bundle.ts';
import { withKinds } from './document-kinds.ts';
import { withModules } from './document-modules.ts';
import { roomNames, roomReadme, withImports, withRooms } from './document-rooms.ts';
import { kindListFiles, withKindLines } from './kind-lists.ts';
import { withTextShapes } from './text-shapes.ts';
import { proxyFiles, withProxyRules } from './proxy-rules.ts';
import { serverNames } from '#domain/addresses/page-address.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = globSync(
  ['*.md', '.changeset/README.md', 'docs/**/*.md', 'packages/*/*.md', 'src/**/{,_}README.md'],
  {
    cwd: root,
  },
);
const files = globSync(['*.{ts,mjs,json,md}', '{.ci,deploy,docs,packages,public,scripts,src,supabase,tests}/**/*'], {
  cwd: root,
});
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
const commands = new Set(Object.keys(scripts));

/** The anchors that GitHub gives a document's headings. */
function anchorsOf(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The texts between backticks, without examples of files that a reader would write. */
function codeSpans(document: string): string[] {
  const prose = document.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/^`src\/modules\/quote\/.*$/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('link to files that exist', () => {
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
      if (/^(deploy|docs|packages|public|scripts|src|supabase|tests)\//.test(code))
        return !existsSync(path.join(root, code));
      // A short name refers to the file in any folder.
      const isFile = /\.(ts|tsx|astro|css|sql|mjs)$/.test(code) && !code.startsWith('.');
      return isFile && !files.some((file) => `/${file}`.endsWith(`/${code}`));
    });
    expect(missing).toEqual([]);
  });
});

it.each([
  ['docs/content-model.md', withKinds],
  ['docs/modules.md', withModules],
  ['docs/architecture.md', withRooms],
])('%s has the tables of the code: `npm run docs` writes them', async (file, write) => {
  const document = read(file);
  expect(await write(document)).toBe(document);
});

it.each(roomNames)('src/%s says in its README what it may import: `npm run docs` writes it', (name) => {
  const readme = read(roomReadme(name));
  expect(withImports(name, readme)).toBe(readme);
});

it.each(kindListFiles)('src/kinds/%s has what the folders have: `npm run docs` writes it', (file) => {
  const list = read(`src/kinds/${file}`);
  expect(list.match(/\/\/ <kinds>/g)).toHaveLength(2);
  expect(withKindLines(file, list)).toBe(list);
});

it.each(proxyFiles)('deploy/%s passes on what Node answers: `npm run docs` writes it', (file) => {
  const configuration = read(`deploy/${file}`);
  expect(configuration).toContain('# <endpoints>');
  expect(withProxyRules(file, configuration)).toBe(configuration);
});

it('the schemas know where modules and kinds have texts: `npm run docs` writes it', () => {
  const shapes = read('supabase/schemas/94_text_shapes.sql');
  expect(withTextShapes(shapes)).toBe(shapes);
});

it.each([...serverNames])('docs/deploying.md says who answers /%s', (name) => {
  expect(read('docs/deploying.md')).toContain(`/${name}`);
});

describe('The decision records', () => {
  const folder = 'docs/decisions';
  const records = globSync(`${folder}/[0-9]*.md`, { cwd: root });
  const index = read(`${folder}/README.md`);
  const numbers = records.map((file) => Number(path.basename(file).slice(0, 4)));
  const shape =
    /^# (\d+)\. (.+)\n\n- Date: \d{4}-\d\d-\d\d\n- Status: (.+)\n\n## Context\n\n[^]+\n## Decision\n\n[^]+\n## Consequences\n\n[^]+$/;
  const status = /^(proposed|rejected|accepted|accepted, amended by \[.+|superseded by \[.+)$/;

  it.each(records)('%s has a number, a date, a status, context, decision and consequences', (file) => {
    const [, number, title = '', state = ''] = shape.exec(read(file)) ?? [];
    expect(Number(number)).toBe(Number(path.basename(file).slice(0, 4)));
    expect(state).toMatch(status);
    expect(index.split('\n').filter((line) => line.includes(`[${title}](${path.basename(file)})`))).toHaveLength(1);
  });

  it('have unique numbers', () => {
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('are there for every number that is cited', () => {
    const texts = files.filter((file) => /\.(ts|tsx|astro|css|sql|mjs|md)$/.test(file));
    const dead = texts.flatMap((file) =>
      [...read(file).matchAll(/\bdecision (\d+)/gi)]
        .filter(([, number]) => !numbers.includes(Number(number)))
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(dead).toEqual([]);
  });

  it('are cited as they hold now: one that is superseded only with the one in its place', () => {
    const citing = files.filter((file) => /\.(ts|tsx|astro|css|sql|mjs|md)$/.test(file) && !file.startsWith(folder));
    const outdated = records.flatMap((record) => {
      const [, later] = /^- Status: superseded by \[(\d+)\]/m.exec(read(record)) ?? [];
      if (later === undefined) return [];
      const earlier = Number(path.basename(record).slice(0, 4));
      return citing.filter((file) => {
        const text = read(file);
        return (
          new RegExp(`\\bdecision ${earlier}\\b`, 'i').test(text) &&
          !new RegExp(`\\bdecision ${later}\\b`, 'i').test(text)
        );
      });
    });
    expect(outdated).toEqual([]);
  });
});

describe('Sources and documents', () => {
  const texts = files.filter((file) => /\.(ts|tsx|astro|css|sql|mjs|md)$/.test(file));

  // A name directly after a quotation mark is a file of the code, which a test may well make up.
  it('cite no document that is not in the repository', () => {
    const names = new Set(files.map((file) => path.basename(file)));
    const dead = texts.flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/.'"-])(?:[\w.-]+\/)*([\w-]+\.md)\b/g)]
        .filter(([, name = '']) => !names.has(name))
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(dead).toEqual([]);
  });

  it('state a rule instead of citing a section of a specification', () => {
    const citations = texts.flatMap((file) =>
      [
        ...read(file).matchAll(/\bspec(?:ification)?,? sections?\b|[(]design: |[Aa]s the specification (?:has|says)/g),
      ].map(([citation]) => `${file}: ${citation}`),
    );
    expect(citations).toEqual([]);
  });
});

it('The glossary has each word once, in order', () => {
  const [, glossary = ''] = read('CONTRIBUTING.md').split('## Glossary');
  const words = [...glossary.matchAll(/^\| ([a-z][a-z -]*?) +\|/gm)].map(([, word = '']) => word).slice(1);
  expect(words.length).toBeGreaterThan(20);
  expect(words).toEqual([...new Set(words)].toSorted());
});
