import { mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashBytes } from '../hash-bytes.ts';
import { listSwitchLinks, makeSwitchLink, removeLink } from './switch-links.ts';
import { bringLate, findLate, prepareBuild, switchBuild } from './switch-build.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'switching-'));
  await mkdir(path.join(root, 'releases', 'a'), { recursive: true });
  await symlink('releases/a', path.join(root, 'current'));
});
afterEach(() => rm(root, { recursive: true }));

const placeOf = (build: string, file: string) => path.join(root, 'releases', build, file);
const put = async (build: string, file: string, text: string) => {
  await writeFile(path.join(root, 'temporary'), text);
  await rename(path.join(root, 'temporary'), placeOf(build, file));
};
const live = (file: string) => readFile(path.join(root, 'current', file), 'utf8');
const [from, next] = ['a', '.next-b'];
const link = () => path.join(root, '.switch-0-round-b');
const places = () => ({ live: path.join(root, 'releases', from), next: path.join(root, next) });

async function prepare() {
  makeSwitchLink(root, { number: 0, kind: 'round', build: 'b' });
  for (const file of ['one', 'two', 'three']) await put('a', file, 'before');
  await writeFile(path.join(root, 'staged'), 'own');
  const files = [{ file: 'own', temporary: path.join(root, 'staged'), hash: hashBytes('own') }];
  expect(prepareBuild({ kind: 'prepare', ...places(), files })).toEqual({ errors: [], unseen: [] });
}

const switchTo = (
  changed: string[],
  { dropped = [], removals = [] }: { dropped?: string[]; removals?: string[] } = {},
) =>
  switchBuild({
    kind: 'switch',
    ...places(),
    dropped,
    removals,
    changed,
    build: 'b',
    link: link(),
    pointer: path.join(root, 'current'),
    lateLink: path.join(root, 'late-link'),
  });

it('brings along what it is told of at once, and finds the rest afterwards', async () => {
  await prepare();
  await put('a', 'one', 'told of');
  await put('a', 'two', 'found');
  expect(switchTo(['one'])).toBe(true);
  expect([await live('one'), await live('two'), await live('own')]).toEqual(['told of', 'before', 'own']);
  await rm(placeOf('a', 'three'));
  const late = findLate({ kind: 'late', next: places().next });
  expect(late.toSorted()).toEqual(['three', 'two']);
  bringLate({ kind: 'bring', next: places().next, files: late });
  expect(await live('two')).toBe('found');
  await expect(live('three')).rejects.toThrow(/ENOENT/);
  // It is not followed any further.
  await put('a', 'one', 'never seen');
  expect(findLate({ kind: 'late', next: places().next })).toEqual([]);
});

it('leaves what was published in the build since as it is', async () => {
  await prepare();
  expect(switchTo([])).toBe(true);
  await put('a', 'one', 'late');
  await put('a', 'two', 'late');
  await put('b', 'two', 'newer');
  bringLate({ kind: 'bring', next: places().next, files: findLate({ kind: 'late', next: places().next }) });
  expect([await live('one'), await live('two')]).toEqual(['late', 'newer']);
});

it('is followed while a build of another site is prepared', async () => {
  await prepare();
  expect(switchTo([])).toBe(true);
  await put('a', 'one', 'late');
  const other = await mkdtemp(path.join(tmpdir(), 'switching-'));
  try {
    prepareBuild({ kind: 'prepare', live: other, next: path.join(other, '.next-c'), files: [] });
  } finally {
    await rm(other, { recursive: true });
  }
  expect(findLate({ kind: 'late', next: places().next })).toEqual(['one']);
});

it('is not switched to by a thread that has not prepared it', async () => {
  await put('a', 'one', 'now');
  await mkdir(places().next);
  await writeFile(path.join(places().next, 'one'), 'in part');
  expect(switchTo([])).toBe(false);
  expect(await live('one')).toBe('now');
  expect((await readdir(root)).toSorted()).toEqual(['current', 'releases']);
});

it('has what was dropped as it is live, and what was removed not at all', async () => {
  await put('a', 'own', 'live');
  await prepare();
  await put('a', 'two', 'changed since');
  expect(switchTo(['two'], { dropped: ['own'], removals: ['one', 'two'] })).toBe(true);
  expect((await readdir(path.join(root, 'current'))).toSorted()).toEqual(['own', 'three']);
  expect(await live('own')).toBe('live');
});

describe('a round that has stood still', () => {
  it('switches no more once somebody has taken over, and leaves nothing', async () => {
    await prepare();
    expect(removeLink(link())).toBe(true);
    expect(switchTo([])).toBe(false);
    expect(await live('one')).toBe('before');
    expect((await readdir(root)).toSorted()).toEqual(['current', 'releases']);
    expect(await readdir(path.join(root, 'releases'))).toEqual(['a']);
  });

  it('finds its link gone once another one has switched', async () => {
    makeSwitchLink(root, { number: 0, kind: 'round', build: 'stood-still' });
    makeSwitchLink(root, { number: 7, kind: 'build', build: 'built' });
    await prepare();
    expect(switchTo([])).toBe(true);
    expect(listSwitchLinks(root).map(({ build }) => build)).toEqual(['built']);
  });
});
