import { execFile } from 'node:child_process';
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './code-bundle.ts';
import { roomNames, roomReadme } from './document-rooms.ts';
import { listRoomFiles, listInnerFiles } from './room-rules.ts';
import { type InnerRoom, type Room, innerRooms, rooms } from './rooms.ts';

const names = [...new Set(rooms.map(({ room }) => room))];
const foldersOf = (place: string) =>
  readdirSync(path.join(root, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** A line of the table, with a file that it holds for, and no later line does. */
type Line = { title: string; file: string; room: Room; outer?: string; inner?: InnerRoom };
/** An import that is tried, and whether the table has it. */
type Probe = { says: string; isType: boolean; isAllowed: boolean };

const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.(test|d|types)\.tsx?$/.test(file));
const matches = (file: string, globs: readonly string[]) => globs.some((glob) => path.matchesGlob(file, glob));

const lines: Line[] = rooms
  .flatMap((room) => [
    { title: `${room.room}${room.part ? ` (${room.part})` : ''}`, globs: listRoomFiles(room), room },
    ...(innerRooms[room.room] ?? []).map((inner) => ({
      title: `${room.room}/${inner.room}`,
      globs: listInnerFiles(room.room, inner),
      room,
      outer: room.room,
      inner,
    })),
  ])
  .flatMap(({ globs, ...line }, at, all) => {
    const file = sources.find(
      (source) => matches(source, globs) && !all.slice(at + 1).some((later) => matches(source, later.globs)),
    );
    return file ? [{ ...line, file }] : [];
  });

/** A folder of a room, `*` for the files in none, and the others of its folders that its files import. */
function arrowsWithin(room: string): Map<string, Set<string>> {
  const folderOf = (file: string) => /^src\/[^/]+\/([^/]+)\//.exec(file)?.[1] ?? '*';
  const arrows = new Map<string, Set<string>>();
  for (const file of sources.filter((source) => source.startsWith(`src/${room}/`))) {
    const imported = [...readFileSync(path.join(root, file), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)]
      .map(([, says = '']) => says.replace(`#${room}/`, `${path.relative(path.dirname(file), `src/${room}`) || '.'}/`))
      .filter((says) => says.startsWith('.'))
      .map((says) => folderOf(path.join(path.dirname(file), says)))
      .filter((folder) => folder !== folderOf(file));
    arrows.set(folderOf(file), (arrows.get(folderOf(file)) ?? new Set()).union(new Set(imported)));
  }
  return arrows;
}

/** An import of each form. Types of what is whole are allowed where values are; of some rooms they alone are. */
const both = (says: string, value: boolean, type = value): Probe[] => [
  { says, isType: false, isAllowed: value },
  { says, isType: true, isAllowed: type },
];

/** Files that the table names one by one, and one that it does not name. */
const namedFiles = [...new Set(rooms.flatMap(({ may }) => may.filter((name) => name.includes('/'))))].map((name) =>
  name.replace('*', 'any'),
);

function probeRooms({ room, inner }: Line): Probe[] {
  const { may, types = [], never, packages } = room;
  const isIn = (file: string) =>
    may.some((name) => (name.includes('/') ? path.matchesGlob(file, name) : file.startsWith(`${name}/`)));
  const files = [...names.filter((name) => name !== room.room || !inner).map((name) => `${name}/x.ts`), ...namedFiles];
  return [
    ...files.flatMap((file) => {
      const isRefused = matches(`#${file}`, never?.imports ?? []);
      const isAllowed = isIn(file) && !isRefused;
      return both(`#${file}`, isAllowed, isAllowed || (types.includes(file.split('/')[0] ?? '') && !isRefused));
    }),
    ...(never?.imports ?? []).flatMap((glob) => both(glob.replaceAll('**', 'any').replaceAll('*', 'any'), false)),
    ...['zod', 'postgres', 'react', 'node:fs'].flatMap((name) => both(name, packages?.includes(name) ?? true)),
    ...['astro', 'astro/zod', '@astrojs/node'].flatMap((name) => both(name, room.astro === 'everything')),
    ...both('astro:actions', room.astro !== undefined),
  ];
}

/** Imports by relative paths: of other rooms none, and within the own one as by aliases. */
function probeRelative({ file, room, outer, inner }: Line): Probe[] {
  const up = '../'.repeat(file.split('/').length - 2);
  const others = names.filter((name) => name !== room.room && !room.ownFolders?.includes(name));
  return [
    ...others.flatMap((name) => [`${up}${name}/x.ts`, `${up}../src/${name}/x.ts`]).flatMap((says) => both(says, false)),
    ...(outer && inner ? probeInner(file, outer, inner) : []),
  ];
}

function probeInner(file: string, outer: string, { room, may }: InnerRoom): Probe[] {
  const up = '../'.repeat(file.split('/').length - 3) || './';
  const loose = sources
    .filter((source) => path.matchesGlob(source, `src/${outer}/*.ts`))
    .map((name) => path.basename(name));
  return [
    ...foldersOf(`src/${outer}`).map((name) => [`${name}/x.ts`, name === room || may.includes(name)] as const),
    ...loose.map((name) => [name, room === '*' || may.includes('*') || may.includes(name)] as const),
  ].flatMap(([name, isAllowed]) => [
    ...both(`#${outer}/${name}`, isAllowed),
    // No file names its own folder on the way out and in again.
    ...(name.startsWith(`${room}/`) ? [] : both(`${up}${name}`, isAllowed)),
  ]);
}

const probesOf = (line: Line) => [...probeRooms(line), ...probeRelative(line)];

const report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      help: z.string().default(''),
      labels: z.tuple([z.object({ span: z.object({ line: z.number() }) })]),
    }),
  ),
});

/** What the linter says of files: by file and line. */
async function lint(files: ReadonlyMap<string, readonly Probe[]>): Promise<Map<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rooms-'));
  try {
    for (const [file, probes] of files) {
      const text = probes.map(({ says, isType }, at) => `import ${isType ? 'type ' : ''}{ a${at} } from '${says}';`);
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text.join('\n'));
    }
    // The project's own rules, without those that read types: there is nothing to be read of these files.
    const config = pathToFileURL(path.join(root, 'oxlint.config.ts')).href;
    await writeFile(
      path.join(folder, 'oxlint.config.ts'),
      `import config from '${config}';\nexport default { ...config, options: {}, categories: { correctness: 'off' } };\n`,
    );
    const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--format=json', 'src'], {
      cwd: folder,
      maxBuffer: 100_000_000,
    }).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error));
    const { diagnostics } = report.parse(JSON.parse(stdout));
    return new Map(
      diagnostics
        .filter(({ code }) => code === 'eslint(no-restricted-imports)')
        .map(({ filename, help, labels: [{ span }] }) => [`${filename}:${span.line}`, help]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('The linter', () => {
  let refusals: ReadonlyMap<string, string>;
  beforeAll(async () => {
    refusals = await lint(new Map(lines.map((line) => [line.file, probesOf(line)])));
  });

  it('knows a file of every line of the table, and of every room within a room', () => {
    const divided = Object.keys(innerRooms);
    const expected = rooms.length - divided.length + Object.values(innerRooms).flat().length;
    expect(new Set(lines.map(({ file }) => file)).size).toBe(expected);
    expect(lines).toHaveLength(expected);
  });

  it.each(lines)('lets $title import what the table says, and nothing else', (line) => {
    const expected = probesOf(line);
    const answers = expected.map((probe, at) => ({ ...probe, isAllowed: !refusals.has(`${line.file}:${at + 1}`) }));
    expect(answers).toEqual(expected);
  });

  it.each(lines)('says why $title may not import another room', (line) => {
    const { room, inner, file } = line;
    const reasons = [room.why, inner?.why, room.never?.why].filter((why) => why !== undefined);
    const unexplained = probesOf(line).filter(({ says, isAllowed }, at) => {
      const help = refusals.get(`${file}:${at + 1}`) ?? '';
      return says.startsWith('#') && !isAllowed && !reasons.some((why) => help.startsWith(why));
    });
    expect(unexplained).toEqual([]);
  });
});

describe('The rooms', () => {
  it('are the folders of src, and have an alias each, but for the pages, which nothing imports', () => {
    const { imports } = z
      .object({ imports: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
    expect(foldersOf('src').toSorted()).toEqual(names.toSorted());
    const aliased = names.filter((name) => name !== 'pages').map((name) => [`#${name}/*`, `./src/${name}/*`]);
    expect(imports).toEqual(Object.fromEntries(aliased));
  });

  it.each(Object.entries(innerRooms))('within %s are its folders', (outer, within) => {
    const folders = within.map(({ room }) => room).filter((name) => name !== '*');
    expect(folders.toSorted()).toEqual(foldersOf(`src/${outer}`).toSorted());
  });

  it('of the publisher import those below them only', () => {
    const order = (innerRooms['publish'] ?? []).map(({ room }) => room);
    const upward = (innerRooms['publish'] ?? []).flatMap(({ room, may }) =>
      may.filter((name) => order.indexOf(name) >= order.indexOf(room)).map((name) => `${room} → ${name}`),
    );
    expect(order.length).toBeGreaterThan(1);
    expect(upward).toEqual([]);
  });

  it.each(['content', 'domain'])('of src/%s have folders that import each other in one direction only', (room) => {
    const arrows = arrowsWithin(room);
    expect(arrows.size).toBeGreaterThan(1);
    // What imports nothing that is left goes, until nothing is left or all of it is in circles.
    for (let before = Infinity; arrows.size < before;) {
      before = arrows.size;
      for (const [folder, imported] of arrows) {
        if (![...imported].some((name) => arrows.has(name))) arrows.delete(folder);
      }
    }
    expect([...arrows.keys()]).toEqual([]);
  });

  it.each(roomNames)('src/%s says what it is for, what it may import and where to begin', (name) => {
    const readme = readFileSync(path.join(root, roomReadme(name)), 'utf8');
    expect(readme.split('\n')[0]).toBe(`# src/${name}`);
    expect(readme).toMatch(/^- \*\*May import:\*\* /m);
    expect(readme).toMatch(/^- \*\*Begin with\*\* /m);
  });

  describe('in the README', () => {
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    const [, tree = '', arrows = ''] = /^## Where things are\n\n```\n([^]*?)```\n\n([^]*?)\n\n/m.exec(readme) ?? [];
    const chains = [...arrows.matchAll(/`([^`]*←[^`]*)`/g)].map(([, chain = '']) =>
      chain.split(' ← ').map((step) => step.split(', ').map((name) => name.replace(/ \(.*\)$/, ''))),
    );

    it('are all in the tree, and in the order of imports', () => {
      const named = (name: string) => new RegExp(`^  ${name}/ `, 'm').test(tree);
      expect(names.filter((name) => !named(name))).toEqual([]);
      expect(names.filter((name) => !chains.flat(2).includes(name) && !arrows.includes(`\`${name}\``))).toEqual([]);
    });

    it('import along the arrows, and never against them', () => {
      const mayOf = (name: string) => rooms.filter(({ room }) => room === name).flatMap(({ may }) => may);
      const steps = chains.flatMap((chain) =>
        chain
          .slice(1)
          .flatMap((to, at) => (chain[at] ?? []).flatMap((from) => to.map((name) => [from, name] as const))),
      );
      expect(steps.length).toBeGreaterThan(10);
      expect(steps.filter(([from, to]) => !mayOf(to).includes(from) || mayOf(from).includes(to))).toEqual([]);
    });
  });
});
