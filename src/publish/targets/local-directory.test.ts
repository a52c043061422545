import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { switchTo } from '../../../tests/fixtures/switch-to.ts';
import { hashBytes } from '../hash-bytes.ts';
import { localDirectory } from './local-directory.ts';
import { type LiveWriter, type StagedFile, isSupersededError } from './target.ts';
import { isUnwritableName } from './unwritable.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const isOf = (name: string, worker: string) => name.endsWith(`.${hashBytes(bytesOf(worker)).slice(0, 16)}`);

describe('the live build', () => {
  let root: string;
  let writer: LiveWriter;
  const live = (file: string) => readFile(path.join(root, 'current', file), 'utf8').catch(() => null);
  const open = async (linkedAbove = 4000) => {
    const current = await localDirectory(root, { linkedAbove }).openCurrent();
    if (!current) throw new Error('There is no build');
    return current;
  };
  const staged = async () => {
    const place = path.join(root, 'current', '.staging');
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  };

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'local-directory-'));
    const target = localDirectory(root);
    await (await target.createBuild('a')).write('page/index.html', bytesOf('old'));
    await switchTo(target, 'a');
    writer = await open();
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('neither reads, writes nor removes outside of itself', async () => {
    await writeFile(path.join(root, 'keys.json'), 'secret');
    const outside = ['../../keys.json', 'media/../../../keys.json', '..', '/../../keys.json'];
    for (const file of outside) {
      const calls = [
        async () => writer.put(file, bytesOf('x')),
        async () => writer.write(file, bytesOf('x')),
        async () => writer.read(file),
        async () => writer.remove(file),
        async () => writer.has(file),
      ];
      for (const call of calls) await expect(call(), file).rejects.toThrow('outside of the build');
    }
    expect(await readFile(path.join(root, 'keys.json'), 'utf8')).toBe('secret');
  });

  it('says of a name that no file can have that it is the name', async () => {
    for (const file of [`${'湿'.repeat(90)}/index.html`, 'page/index.html/below/index.html']) {
      const error = await writer.put(file, bytesOf('x')).catch((fault: unknown) => fault);
      expect(isUnwritableName(error), file).toBe(true);
    }
    expect(await staged()).toEqual([]);
  });

  it('shows the new bytes once a file is put, and says which bytes they are', async () => {
    expect(await live('page/index.html')).toBe('old');
    expect(await writer.put('page/index.html', bytesOf('new'))).toBe(hashBytes(bytesOf('new')));
    expect(await live('page/index.html')).toBe('new');
    expect(await staged()).toEqual([]);
  });

  it('leaves the bytes of a file that is written to whoever wrote it', async () => {
    const bytes = bytesOf('new');
    const written = writer.write('page/index.html', bytes);
    bytes.fill(0);
    await written;
    expect(await live('page/index.html')).toBe('new');
    expect(bytes).toHaveLength(3);
  });

  it('takes many files that are put side by side, also in directories that are not there yet', async () => {
    const files = Array.from({ length: 50 }, (_, index) => `section-${index % 7}/page-${index}/index.html`);
    const hashes = await Promise.all(files.map((file) => writer.put(file, bytesOf(file))));
    expect(hashes).toEqual(files.map((file) => hashBytes(bytesOf(file))));
    expect(await Promise.all(files.map(live))).toEqual(files);
  });

  it('says which file could not be put, puts the others, and leaves nothing half-written', async () => {
    await writer.put('taken', bytesOf('a file'));
    const results = await Promise.allSettled(
      ['a.html', 'taken/index.html', 'b.html'].map((file) => writer.put(file, bytesOf(file))),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([await live('a.html'), await live('taken'), await live('b.html')]).toEqual(['a.html', 'a file', 'b.html']);
    expect(await staged()).toEqual([]);
  });

  it.each([
    ['by renaming them', 4000],
    ['by a build that has them', 1],
  ])(
    'is found by a link that somebody has made with its whole path: files become live %s',
    async (_way, linkedAbove) => {
      await rm(path.join(root, 'current'));
      await symlink(path.join(root, 'releases', 'a'), path.join(root, 'current'));
      writer = await open(linkedAbove);
      const stage = (file: string) => writer.stage(file, bytesOf('new'), hashBytes(bytesOf('new')), 'later');
      const all = [await stage('page/index.html'), await stage('other/index.html')];
      const next = await writer.prepare(all);
      const { isSuperseded } = await (next ? next.commit(all, []) : writer.commit(all, [], 'later'));
      expect([isSuperseded, await live('page/index.html'), await live('other/index.html')]).toEqual([
        false,
        'new',
        'new',
      ]);
    },
  );

  it.each([
    ['by renaming them', 4000],
    ['by a build that has them', 10],
  ])('puts staged files live with the removal of others %s, and says which could not be', async (_way, linkedAbove) => {
    writer = await open(linkedAbove);
    await writer.put('gone/index.html', bytesOf('gone'));
    await writer.put('taken', bytesOf('a file'));
    const files = [
      'page/index.html',
      'taken/index.html',
      ...Array.from({ length: 40 }, (_, at) => `new-${at}/index.html`),
    ];
    const hash = (file: string) => hashBytes(bytesOf(file));
    const all = await Promise.all(files.map((file) => writer.stage(file, bytesOf(file), hash(file), 'later')));
    expect([await live('page/index.html'), await live('new-1/index.html')]).toEqual(['old', null]);
    const next = await writer.prepare(all);
    expect(next !== null).toBe(linkedAbove < files.length);
    const gone = ['gone/index.html', 'never/index.html'];
    const { errors, unseen } = await (next ? next.commit(all, gone) : writer.commit(all, gone, 'later'));
    expect([...errors.keys()]).toEqual(['taken/index.html']);
    expect(isUnwritableName(errors.get('taken/index.html'))).toBe(true);
    expect([...unseen]).toEqual([]);
    const there = files.filter((file) => file !== 'taken/index.html');
    expect(await Promise.all(there.map(live))).toEqual(there);
    expect(await readdir(path.join(root, 'current'))).not.toContain('gone');
    await expect.poll(staged).toEqual([]);
  });

  describe('with a build for many files', () => {
    const names = Array.from({ length: 6 }, (_, at) => `many-${at}/index.html`);
    const makeLive = async (by: LiveWriter, files: readonly StagedFile[], removals: readonly string[] = []) => {
      const next = await by.prepare(files);
      const result = await next?.commit(files, removals);
      await next?.settle();
      return result;
    };
    const stageMany = (to: LiveWriter, text: string) =>
      Promise.all(names.map((file) => to.stage(file, bytesOf(text), hashBytes(bytesOf(text)), 'later')));

    it('has what else is live by links, and the build before has what it had', async () => {
      await writer.put('many-0/index.html', bytesOf('before'));
      await writer.put('media/picture.webp', bytesOf('picture'));
      await writeFile(path.join(root, 'current', 'many-0', 'index.html.br'), 'copy of before');
      const by = await open(5);
      const result = await makeLive(by, await stageMany(by, 'after'), ['page/index.html']);
      const current = await localDirectory(root).currentBuild();
      expect(result).toMatchObject({ isSuperseded: false, errors: new Map(), build: current });
      expect(await Promise.all(names.map(live))).toEqual(names.map(() => 'after'));
      expect([await live('page/index.html'), await live('media/picture.webp')]).toEqual([null, 'picture']);
      expect(await live('many-0/index.html.br')).toBeNull();
      const ofBefore = path.join(root, 'releases', 'a');
      expect(await readFile(path.join(ofBefore, 'many-0/index.html'), 'utf8')).toBe('before');
      const picture = 'media/picture.webp';
      expect((await stat(path.join(ofBefore, picture))).ino).toBe(
        (await stat(path.join(root, 'current', picture))).ino,
      );
      expect((await readdir(root)).toSorted()).toEqual(['current', 'releases']);
    });

    it('has what was put live and removed while it was prepared', async () => {
      await writer.put('gone/index.html', bytesOf('gone'));
      const rest = Array.from({ length: 3000 }, (_, at) => `rest/${at}.html`);
      await Promise.all(rest.map((file) => writer.write(file, bytesOf(file))));
      const by = await open(5);
      const own = await open();
      const files = await stageMany(by, 'after');
      const done = new AbortController();
      const committing = makeLive(by, files).finally(() => done.abort());
      let rounds = 0;
      const left: boolean[] = [];
      while (!done.signal.aborted && !left.includes(true)) {
        rounds += 1;
        const text = `round ${rounds}`;
        const one = await own.stage('page/index.html', bytesOf(text), hashBytes(bytesOf(text)), 'now');
        const { isSuperseded } = await own.commit([one], ['gone/index.html'], 'now');
        left.push(isSuperseded);
        if (!isSuperseded) expect(await live('page/index.html')).toBe(text);
      }
      expect(await committing).toMatchObject({ isSuperseded: false, build: await localDirectory(root).currentBuild() });
      const last = left.lastIndexOf(false) + 1;
      expect(last).toBeGreaterThan(0);
      expect([`round ${last}`, `round ${rounds}`]).toContain(await live('page/index.html'));
      expect(await live('gone/index.html')).toBeNull();
      expect(await readdir(path.join(root, 'current', 'rest'))).toHaveLength(rest.length);
    });

    it('has what another process has put live and removed meanwhile, which passes no gate of this one', async () => {
      await writer.put('gone/index.html', bytesOf('gone'));
      const by = await open(5);
      const files = await stageMany(by, 'after');
      const next = await by.prepare(files);
      const place = (file: string) => path.join(root, 'releases', 'a', file);
      const putElsewhere = async (file: string, text: string) => {
        await writeFile(path.join(root, 'elsewhere'), text);
        await mkdir(path.dirname(place(file)), { recursive: true });
        await rename(path.join(root, 'elsewhere'), place(file));
      };
      await putElsewhere('page/index.html', 'elsewhere');
      await putElsewhere('added/index.html', 'added');
      await rm(place('gone'), { recursive: true });
      await next?.commit(files, []);
      await next?.settle();
      const all = ['page/index.html', 'added/index.html', 'gone/index.html', 'many-3/index.html'];
      expect(await Promise.all(all.map(live))).toEqual(['elsewhere', 'added', null, 'after']);
    });

    it('is dropped when another build has become live, and whoever puts files into the one before is told', async () => {
      const target = localDirectory(root);
      const by = await open(5);
      const files = await stageMany(by, 'after');
      const late = await writer.stage('page/index.html', bytesOf('late'), hashBytes(bytesOf('late')), 'now');
      await (await target.createBuild('b')).write('page/index.html', bytesOf('built'));
      await switchTo(target, 'b');
      expect(await makeLive(by, files)).toMatchObject({ isSuperseded: true, build: null });
      expect(await writer.commit([late], [], 'now')).toMatchObject({ isSuperseded: true });
      expect([await live('page/index.html'), await live('many-0/index.html')]).toEqual(['built', null]);
      expect((await readdir(root)).toSorted()).toEqual(['current', 'releases']);
    });

    it('leaves out what was taken since, and is nowhere once it is dropped', async () => {
      const by = await open(5);
      const files = await stageMany(by, 'after');
      const next = await by.prepare(files);
      await next?.commit(files.slice(2), []);
      expect(await Promise.all(names.map(live))).toEqual([null, null, ...names.slice(2).map(() => 'after')]);
      const again = await open(5);
      const dropped = await again.prepare(await stageMany(again, 'never'));
      await dropped?.discard();
      expect((await readdir(root)).toSorted()).toEqual(['current', 'releases']);
      expect(await live('many-5/index.html')).toBe('after');
    });

    it('is removed when its publisher was killed while it was prepared', async () => {
      const { pid } = spawnSync('true');
      const [own = ''] = await readdir(path.join(root, 'current', '.staging'));
      const dead = own.replace(/-\d+-/, `-${pid}-`);
      await mkdir(path.join(root, `.next-${dead}-20261123-000000000-aaaaaa`, 'page'), { recursive: true });
      await open();
      expect((await readdir(root)).toSorted()).toEqual(['current', 'releases']);
    });
  });

  it('says which file does not have the staged bytes, and drops staged files', async () => {
    const wrong = await writer.stage('page/index.html', bytesOf('new'), hashBytes(bytesOf('other')), 'now');
    const dropped = await writer.stage('dropped/index.html', bytesOf('dropped'), hashBytes(bytesOf('dropped')), 'now');
    await writer.discard([dropped]);
    const { unseen } = await writer.commit([wrong], [], 'now');
    expect([...unseen]).toEqual(['page/index.html']);
    expect(await live('dropped/index.html')).toBeNull();
    expect(await staged()).toEqual([]);
  });

  describe('under a lease', () => {
    const lease = (worker: string) => ({ worker, number: 1, moments: () => [], seconds: 57, note: `of ${worker}` });
    const openAs = async (worker: string, linkedAbove = 4000) => {
      const current = await localDirectory(root, { linkedAbove }).openCurrent(worker);
      if (!current) throw new Error('There is no build');
      return current;
    };
    const stage = (to: LiveWriter, file: string, text: string) =>
      to.stage(file, bytesOf(text), hashBytes(bytesOf(text)), 'now');
    const revoke = (worker: string) => localDirectory(root).revoke({ worker, number: 2 }, 'later');

    it('puts nothing in place, removes nothing and stages nothing any more once it is revoked', async () => {
      const former = await openAs('former');
      const other = await openAs('other');
      const files = [await stage(former, 'page/index.html', 'late'), await stage(former, 'new/index.html', 'late')];
      await writer.put('left/index.html', bytesOf('left'));
      expect(await revoke('former')).toEqual([]);
      const { errors, isSuperseded } = await former.commit(files, ['left/index.html'], 'now', lease('former'));
      expect([...errors].map(([file, error]) => [file, isSupersededError(error)])).toEqual(
        ['page/index.html', 'new/index.html', 'left/index.html'].map((file) => [file, true]),
      );
      expect(isSuperseded).toBe(false);
      expect(former.isOpen()).toBe(false);
      await expect(stage(former, 'page/index.html', 'later')).rejects.toMatchObject({ code: 'ESUPERSEDED' });
      expect(await Promise.all(['page/index.html', 'new/index.html', 'left/index.html'].map(live))).toEqual([
        'old',
        null,
        'left',
      ]);
      // Nobody else is concerned, and it goes on once it is opened anew.
      for (const by of [other, await openAs('former')]) {
        const again = await by.commit([await stage(by, 'page/index.html', 'new')], [], 'now');
        expect(again.errors.size).toBe(0);
      }
      expect(await live('page/index.html')).toBe('new');
    });

    it('does not become live as a build any more once it is revoked', async () => {
      const former = await openAs('former', 1);
      const files = [await stage(former, 'a/index.html', 'late'), await stage(former, 'b/index.html', 'late')];
      const next = await former.prepare(files);
      await revoke('former');
      expect(await next?.commit(files, [], lease('former'))).toMatchObject({ isSuperseded: true, build: null });
      expect([await live('a/index.html'), await localDirectory(root).currentBuild()]).toEqual([null, 'a']);
      expect((await readdir(root)).toSorted()).toEqual(['current', 'releases']);
      expect(await readdir(path.join(root, 'releases'))).toEqual(['a']);
    });

    it('tells whoever revokes it what it had put live and not reported, and completes that', async () => {
      const former = await openAs('former');
      await writer.put('gone/index.html', bytesOf('gone'));
      const all = [await stage(former, 'page/index.html', 'new'), await stage(former, 'b/index.html', 'new b')];
      const { settle } = await former.commit(all, ['gone/index.html'], 'now', lease('former'));
      const reported = await former.commit([await stage(former, 'c.html', 'c')], [], 'now', lease('former'));
      await reported.settle();
      const [commit, ...others] = await revoke('former');
      expect([commit?.note, others]).toEqual(['of former', []]);
      // As if it had been killed before that one was renamed.
      await rename(path.join(root, 'current', 'b/index.html'), path.join(root, 'kept'));
      const [name = ''] = (await readdir(path.join(root, 'current', '.staging'))).filter((each) => isOf(each, 'later'));
      await rename(
        path.join(root, 'kept'),
        path.join(root, 'current', '.staging', name, path.basename(all[1]?.temporary ?? '')),
      );
      expect(await commit?.complete(['page/index.html', 'b/index.html'], ['gone/index.html'])).toEqual(
        new Set(['page/index.html', 'b/index.html', 'gone/index.html']),
      );
      expect(await live('b/index.html')).toBe('new b');
      await commit?.drop();
      await settle();
      expect(await staged()).toEqual([]);
    });
  });

  it('forgets what a publisher that was killed had staged, once it cannot be at work any more', async () => {
    const directory = path.join(root, 'current', '.staging');
    const abandoned = path.join(directory, 'abandoned');
    const ofAnother = path.join(directory, 'of-another-publisher');
    await writeFile(abandoned, 'abandoned');
    await writeFile(ofAnother, 'of another publisher');
    const longAgo = new Date(Date.now() - 60 * 60 * 1000);
    await utimes(abandoned, longAgo, longAgo);
    await open();
    expect(await staged()).toEqual([ofAnother]);
  });
});

describe('a build that takes files over', () => {
  let root: string;
  const place = (build: string, file: string) => path.join(root, 'releases', build, file);
  const read = (build: string, file: string) => readFile(place(build, file), 'utf8').catch(() => null);
  const inode = async (build: string, file: string) => (await stat(place(build, file))).ino;
  const createBuild = (build: string) => localDirectory(root).createBuild(build);

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'local-directory-'));
    await (await createBuild('a')).write('page/index.html', bytesOf('same'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('shares those that have the bytes that it was told, and answers with them', async () => {
    const writer = await createBuild('b');
    expect(await writer.takeOver('page/index.html', 'a', hashBytes('same'))).toEqual(Buffer.from('same'));
    expect(await inode('b', 'page/index.html')).toBe(await inode('a', 'page/index.html'));
  });

  it('takes none that is not there or has other bytes', async () => {
    const writer = await createBuild('b');
    expect(await writer.takeOver('page/index.html', 'a', hashBytes('other'))).toBeNull();
    expect(await writer.takeOver('gone/index.html', 'a', hashBytes('same'))).toBeNull();
    expect(await writer.takeOver('page/index.html', 'no-build', hashBytes('same'))).toBeNull();
    expect(await writer.has('page/index.html')).toBe(false);
  });

  it('writes another file in the place of one that it shares, so that the other build keeps its own', async () => {
    const writer = await createBuild('b');
    await writeFile(place('a', 'page/index.html.br'), 'compressed');
    const at = (await stat(place('a', 'page/index.html'))).mtime;
    await utimes(place('a', 'page/index.html.br'), at, at);
    await writer.takeOver('page/index.html', 'a', hashBytes('same'));
    await writer.write('page/index.html', bytesOf('other'));
    expect([await read('a', 'page/index.html'), await read('b', 'page/index.html')]).toEqual(['same', 'other']);
    expect([await read('a', 'page/index.html.br'), await read('b', 'page/index.html.br')]).toEqual([
      'compressed',
      null,
    ]);
  });

  it('takes compressed copies along, but not those of another version', async () => {
    const { mtimeMs } = await stat(place('a', 'page/index.html'));
    for (const [ending, milliseconds] of [
      ['.br', mtimeMs],
      ['.gz', mtimeMs + 1000],
    ] as const) {
      await writeFile(place('a', `page/index.html${ending}`), ending);
      await utimes(place('a', `page/index.html${ending}`), milliseconds / 1000, milliseconds / 1000);
    }
    const writer = await createBuild('b');
    await writer.takeOver('page/index.html', 'a', hashBytes('same'));
    expect([await read('b', 'page/index.html.br'), await read('b', 'page/index.html.gz')]).toEqual(['.br', null]);
  });

  it('shares files that are known by their names, and says which are not there', async () => {
    await (await createBuild('a')).write('media/4f2c-640.webp', bytesOf('picture'));
    const writer = await createBuild('b');
    expect(await writer.takeOverNamed('media/4f2c-640.webp', 'a')).toBe(true);
    expect(await inode('b', 'media/4f2c-640.webp')).toBe(await inode('a', 'media/4f2c-640.webp'));
    expect(await writer.takeOverNamed('media/gone.webp', 'a')).toBe(false);
    expect(await writer.has('media/gone.webp')).toBe(false);
  });

  it('neither takes nor places anything outside of a build', async () => {
    await writeFile(path.join(root, 'keys.json'), 'secret');
    const writer = await createBuild('b');
    for (const file of ['../../keys.json', 'media/../../../keys.json']) {
      await expect(writer.takeOver(file, 'a', hashBytes('secret')), file).rejects.toThrow('outside of the build');
      await expect(writer.takeOverNamed(file, 'a'), file).rejects.toThrow('outside of the build');
    }
  });
});
