import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseAccount } from '#embedded/postgres/choose-account.ts';
import { copyTree } from '#embedded/postgres/copy-tree.ts';
import { findRunning, isAlive, readPostmaster } from '#embedded/postgres/data-directory.ts';
import { findBinaries } from '#embedded/postgres/find-binaries.ts';
import { keepPostgresRunning } from '#embedded/postgres/keep-running.ts';
import { type PostgresServer, startPostgres } from '#embedded/postgres/start-postgres.ts';
import { type ForkedPostgres, descendants, endWith, forkPostgres, killAll } from '../fixtures/fork-postgres.ts';
import { isSweep } from '../fixtures/seeds.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

/** A directory that every user may enter, for those that each test makes below it. */
let parent: string;
/** A data directory with a database, stopped, that tests copy. */
let made: string;
let folder: string;
let number = 0;
const cluster = () => join(folder, 'postgres');
const processes: ForkedPostgres[] = [];
const servers: PostgresServer[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pg-'));
  await chmod(parent, 0o755);
  made = join(parent, 'made');
  const server = await startPostgres({ folder: made, durable: false });
  await ask(server.adminUrl(), 'create table notes (note text); insert into notes values ($$first$$)');
  await server.stop();
});
afterAll(() => rm(parent, { recursive: true, force: true }));
beforeEach(async () => {
  number += 1;
  folder = join(parent, `data-${number}`);
  await mkdir(folder);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const { child } of processes.splice(0)) await endWith(child, 'SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** The synchronous copy takes half the processor time of the other. */
const copyMade = () => cpSync(join(made, 'postgres'), cluster(), { recursive: true });

async function start(options: { port?: number } = {}): Promise<PostgresServer> {
  const server = await startPostgres({ folder, durable: false, ...options });
  servers.push(server);
  return server;
}

async function forkOn(options: Omit<Parameters<typeof forkPostgres>[0], 'folder'> = {}): Promise<ForkedPostgres> {
  const forked = await forkPostgres({ folder, ...options });
  processes.push(forked);
  return forked;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

function adminUrl({ answer }: ForkedPostgres): string {
  if (answer.kind !== 'ready') throw new Error(`PostgreSQL did not start: ${JSON.stringify(answer)}`);
  return answer.adminUrl;
}

async function eventually(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await holds()) return;
    await sleep(25);
  }
  throw new Error(`It did not happen that ${what}`);
}

async function serverPid(): Promise<number> {
  const pid = (await readPostmaster(cluster()))?.pid;
  if (pid === undefined) throw new Error('There is no postmaster.pid');
  return pid;
}

describe('an embedded PostgreSQL', () => {
  it('is made with one collation, checksums and passwords, and reachable from this machine only', async () => {
    const server = await startPostgres({ folder });
    servers.push(server);
    const settings = [
      'data_checksums',
      'fsync',
      'full_page_writes',
      'listen_addresses',
      'server_encoding',
      'lc_messages',
    ];
    const rows = await ask(
      server.adminUrl(),
      `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}, datlocprovider::text as provider, datlocale as locale
       from pg_database where datname = 'template1'`,
    );
    expect(rows).toEqual([
      {
        data_checksums: 'on',
        fsync: 'on',
        full_page_writes: 'on',
        listen_addresses: '127.0.0.1',
        server_encoding: 'UTF8',
        lc_messages: 'C',
        provider: 'b',
        locale: 'C.UTF-8',
      },
    ]);
    expect((await stat(join(cluster(), 'superuser-password'))).mode & 0o777).toBe(0o600);
    expect((await stat(cluster())).mode & 0o777).toBe(0o700);
    await expect(
      ask(server.url({ user: 'supabase_admin', password: 'wrong', database: 'postgres' }), 'select 1'),
    ).rejects.toThrow(/password authentication failed/);
    await ask(server.adminUrl(), 'create extension pgmq; create extension pgtap; create extension pg_trgm');
  });

  it.skipIf(process.platform === 'win32')(
    'answers on its socket, also where the directory is too deep for one',
    async () => {
      const deep = folder;
      folder = join(deep, 'd'.repeat(60), 'd'.repeat(60));
      await mkdir(folder, { recursive: true });
      copyMade();
      const server = await start();
      expect(server.socketDirectory).not.toContain('ddd');
      expect((await stat(server.socketDirectory)).mode & 0o777).toBe(0o700);
      const { superuserPassword: password, port } = server;
      const sql = postgres({
        path: join(server.socketDirectory, `.s.PGSQL.${port}`),
        user: 'supabase_admin',
        password,
        database: 'postgres',
      });
      expect([...(await sql`select note from notes`)]).toEqual([{ note: 'first' }]);
      await sql.end();
      await server.stop();
      folder = deep;
    },
  );

  it.runIf(isSweep)('removes the files of an interrupted first start', async () => {
    await mkdir(join(folder, 'postgres-new-999999999'));
    await writeFile(join(folder, 'postgres-new-999999999.password'), 'x');
    await start();
    expect((await readdir(folder)).filter((name) => name.includes('new'))).toEqual([]);
  });
});

describe('a data directory that is in use', () => {
  it('is refused with the address of the first', async () => {
    copyMade();
    const first = await forkOn({ environment: { POSTGRES_ADDRESS: 'http://127.0.0.1:4321' } });
    expect(await findRunning(folder)).toBe('http://127.0.0.1:4321');
    const refusal = {
      code: 'in-use',
      message: expect.stringMatching(/in use at http:\/\/127\.0\.0\.1:4321 .*stop that copy/),
    };
    await expect(start()).rejects.toMatchObject(refusal);
    expect((await forkOn()).answer).toMatchObject({ kind: 'refused', ...refusal });
    await endWith(first.child, 'SIGTERM');
    expect(await findRunning(folder)).toBeNull();
    await start();
  });

  it.runIf(isSweep)('lets one of two concurrent first starts continue', async () => {
    const both = await Promise.all([forkOn(), forkOn()]);
    expect(both.map(({ answer }) => (answer.kind === 'refused' ? answer.code : answer.kind)).toSorted()).toEqual([
      'in-use',
      'ready',
    ]);
  });

  it('is free at once when its process is killed, and leaves no process running', async () => {
    copyMade();
    const { child, ...first } = await forkOn();
    await ask(adminUrl({ child, ...first }), 'insert into notes values ($$second$$)');
    const pids = descendants(child.pid ?? 0);
    expect(pids.length).toBeGreaterThan(3);
    await endWith(child, 'SIGKILL');
    const server = await start();
    expect(await ask(server.adminUrl(), 'select note from notes')).toEqual([{ note: 'first' }, { note: 'second' }]);
    await eventually(() => !pids.some(isAlive), 'all processes of the first ended');
  });

  it.runIf(isSweep)('is taken from a server whose supervisor was killed as well', async () => {
    copyMade();
    const { child } = await forkOn();
    const [supervisor = 0] = descendants(child.pid ?? 0);
    const orphan = await serverPid();
    process.kill(supervisor, 'SIGSTOP');
    await endWith(child, 'SIGKILL');
    process.kill(supervisor, 'SIGKILL');
    expect(isAlive(orphan)).toBe(true);
    await start();
    expect(isAlive(orphan)).toBe(false);
  });

  it.runIf(isSweep)('recovers after all processes were killed', async () => {
    copyMade();
    const forked = await forkOn();
    await ask(adminUrl(forked), 'insert into notes values ($$second$$)');
    const pids = [forked.child.pid ?? 0, ...descendants(forked.child.pid ?? 0)];
    killAll(pids);
    expect((await readFile(join(cluster(), 'postmaster.pid'), 'utf8')).length).toBeGreaterThan(0);
    const server = await start();
    expect(await ask(server.adminUrl(), 'select count(*)::int as count from notes')).toEqual([{ count: 2 }]);
  });

  it('gives no number again after all processes were killed, of a table either that had just been made', async () => {
    copyMade();
    const forked = await forkOn();
    const insert = 'insert into numbered default values';
    // As a migration does it: made and filled in one transaction.
    await ask(
      adminUrl(forked),
      `begin; create table numbered (id bigint generated always as identity primary key); ${insert}; commit`,
    );
    await ask(adminUrl(forked), `${insert}; ${insert}`);
    killAll([forked.child.pid ?? 0, ...descendants(forked.child.pid ?? 0)]);
    const server = await start();
    await ask(server.adminUrl(), insert);
    expect(await ask(server.adminUrl(), 'select count(*)::int as count from numbered')).toEqual([{ count: 4 }]);
  });
});

describe('a PostgreSQL that ends', () => {
  it('tells why', async () => {
    copyMade();
    const server = await start();
    const reason = new Promise<string>((resolve) => server.onExit(resolve));
    process.kill(await serverPid(), 'SIGKILL');
    expect(await reason).toBe('it was ended by SIGKILL');
    await server.stop();
  });

  it.each(['server', 'supervisor'])('is started again at the same port when its %s is killed', async (victim) => {
    copyMade();
    const lines: string[] = [];
    const server = await keepPostgresRunning({ folder, durable: false }, (line) => lines.push(line));
    servers.push(server);
    await server.announce('http://127.0.0.1:1234');
    const sql = postgres(server.adminUrl(), { max: 2, onnotice: () => {} });
    try {
      await sql`insert into notes values ('second')`;
      const pid = await serverPid();
      const killed =
        victim === 'server'
          ? pid
          : Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
      process.kill(killed, 'SIGKILL');
      await eventually(() => lines.includes('PostgreSQL runs again.'), 'it ran again');
      expect(await serverPid()).not.toBe(pid);
      expect([...(await sql`select note from notes`)]).toEqual([{ note: 'first' }, { note: 'second' }]);
      expect(await findRunning(folder)).toBe('http://127.0.0.1:1234');
      expect(lines).toHaveLength(2);
    } finally {
      await sql.end();
    }
  });

  it('is not ended by Ctrl-C, which reaches the process group of its parent', async () => {
    copyMade();
    const forked = await forkOn({ detached: true });
    process.kill(-(forked.child.pid ?? 0), 'SIGINT');
    await sleep(200);
    expect(await ask(adminUrl(forked), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a place where PostgreSQL cannot run', () => {
  it('fails with a message when its port is taken', async () => {
    copyMade();
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    try {
      await expect(start({ port })).rejects.toMatchObject({
        code: 'port-taken',
        message: expect.stringMatching(new RegExp(`Port ${port} on 127.0.0.1.* is in use: stop what uses it`)),
      });
    } finally {
      other.close();
    }
  });

  it.skipIf(process.platform === 'win32')('is told when the directory is read-only', async () => {
    if (isRoot) await chown(folder, nobody.uid, nobody.gid);
    await chmod(folder, 0o555);
    expect((await forkOn(isRoot ? { user: nobody } : {})).answer).toMatchObject({
      code: 'read-only',
      message: expect.stringMatching(/cannot be written to: make it writable for this user, or set DATA_DIR/),
    });
  });

  it.runIf(isRoot)('is told when the database belongs to another user', async () => {
    copyMade();
    await chmod(cluster(), 0o700);
    await chown(cluster(), 12_345, 12_345);
    expect((await forkOn({ user: nobody })).answer).toMatchObject({
      code: 'other-user',
      message: expect.stringMatching(
        /belongs to another user \(uid 12345, and this is uid 65534\): start as that user/,
      ),
    });
  });

  // A separate file system needs the right to mount one.
  const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;
  it.runIf(canMount).each(['10m', '60m'])('is told when the disk is full with %s', async (size) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]);
    try {
      if (size === '60m') {
        copyMade();
        spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=64k']);
      }
      await expect(start()).rejects.toMatchObject({
        code: 'disk-full',
        message: expect.stringMatching(/is full: make some space there/),
      });
    } finally {
      execFileSync('umount', [folder]);
    }
  });
});

describe.runIf(isRoot)('started by root', () => {
  it('runs as the user that the database belongs to', async () => {
    copyMade();
    await start();
    expect((await stat(cluster())).uid).toBe(nobody.uid);
    expect((await stat(`/proc/${await serverPid()}`)).uid).toBe(nobody.uid);
  });

  it.runIf(isSweep)('continues with the directory of an ordinary user, and the other way round', async () => {
    await chown(folder, nobody.uid, nobody.gid);
    const asUser = await forkOn({ user: nobody });
    await ask(adminUrl(asUser), 'create table notes (note text)');
    await endWith(asUser.child, 'SIGTERM');
    const asRoot = await start();
    await ask(asRoot.adminUrl(), 'insert into notes values ($$of root$$)');
    await asRoot.stop();
    const again = await forkOn({ user: nobody });
    expect(await ask(adminUrl(again), 'select note from notes')).toEqual([{ note: 'of root' }]);
  });

  it.each(isSweep ? ['unshare', 'setpriv'] : ['unshare'])(
    'runs below a directory that others may not enter, by %s',
    async (tool) => {
      const bin = join(folder, 'bin');
      await mkdir(bin);
      for (const name of [tool, 'ps'])
        await symlink(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(bin, name));
      const outer = folder;
      folder = join(outer, 'home', 'data');
      await mkdir(folder, { recursive: true });
      await chmod(join(outer, 'home'), 0o700);
      try {
        const forked = await forkOn({ environment: { PATH: bin } });
        expect(
          await ask(
            adminUrl(forked),
            'create table notes (); select rolsuper from pg_roles where rolname = current_user',
          ),
        ).toBeDefined();
        expect((await stat(cluster())).uid).toBe(tool === 'unshare' ? 0 : nobody.uid);
        await endWith(forked.child, 'SIGTERM');
        // This one opens the other's directory, by any of the ways.
        const server = await start();
        await ask(server.adminUrl(), 'select from notes');
        await server.stop();
      } finally {
        folder = outer;
      }
    },
  );

  it.runIf(isSweep)('copies the binaries to a readable place where nothing else helps, and says so', async () => {
    const hidden = join(folder, 'home');
    const installed = findBinaries();
    await copyTree(installed.folder, join(hidden, 'package', 'native'));
    await cp(join(installed.folder, '..', 'package.json'), join(hidden, 'package', 'package.json'));
    await chmod(hidden, 0o700);
    const binaries = findBinaries({
      platform: process.platform,
      arch: process.arch,
      hasFile: () => true,
      packageFolder: () => join(hidden, 'package'),
    });
    const { PATH, TMPDIR } = process.env;
    Object.assign(process.env, { PATH: '/nonexistent', TMPDIR: folder });
    try {
      const account = await chooseAccount(binaries, cluster());
      expect(account.binaries.folder).toMatch(new RegExp(`^${folder}/embedded-postgres-`));
      expect(account.note).toMatch(/^PostgreSQL runs from .*, because the user/);
      expect(account.user).toEqual(nobody);
      await expect(chooseAccount(binaries, join(hidden, 'data', 'postgres'))).rejects.toMatchObject({
        code: 'root-refused',
        message: expect.stringMatching(/start as an ordinary user, or move the checkout/),
      });
    } finally {
      process.env['PATH'] = PATH;
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    }
  });
});
