import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '#domain/result.ts';
import type { Calls } from '#content/clients/database.ts';
import { openPool, withSession } from '#embedded/pool.ts';
import { type BuildSummary, buildSite } from '#publish/build/build.ts';
import { localBuilder } from '#publish/build/build-outputs.ts';
import type { Target } from '#publish/targets/target.ts';
import { assetsDirectory } from '../../scripts/code-bundle.ts';
import { expectOk } from '../../scripts/run.ts';
import type { EditorialDesk } from '../fixtures/editorial-desk.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { openPublishingDesk, makePath } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';
import { runScript } from '../fixtures/run-script.ts';

let setup: PublishingSetup;
let desk: EditorialDesk;
let edits = 0;

beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
  await setup.runtime.publisher.drain();
});
afterAll(() => setup?.close());

/** A place in the middle of something, at which one stands still until it is let go on. */
type Halt = { reached: Promise<void>; stand: () => Promise<void>; goOn: () => void };

function makeHalt(): Halt {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    stand: () => {
      reached.resolve();
      return released.promise;
    },
    goOn: () => released.resolve(),
  };
}

/** A target whose switches stand still when nothing is left to be asked. */
function haltedSwitch(target: Target, halt: Halt): Target {
  return {
    ...target,
    prepareSwitch: async (...switched) => {
      const own = await target.prepareSwitch(...switched);
      return {
        ...own,
        commit: async (onProgress) => {
          await halt.stand();
          return own.commit(onProgress);
        },
      };
    },
  };
}

function build(halted: { target?: Target; calls?: Calls }): Promise<Result<BuildSummary>> {
  const { database, config, code, targets } = setup.runtime;
  const calls = halted.calls ?? database;
  return buildSite({
    calls,
    client: desk.client,
    site: 'main',
    target: halted.target ?? targets.main,
    code,
    assetsDirectory,
    mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
    worker: 'stood-still',
    at: setup.clock.now.toISOString(),
    builders: () => [
      localBuilder({
        calls,
        origins: config.origins,
        code: code.parts,
        renderPage: setup.bundle.renderPage,
        outDirectory: setup.outDirectory,
      }),
    ],
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
}

const expireLease = () =>
  setup.embedded.execute(
    `update public.site_builds set lease_until = clock_timestamp() - interval '1 second' where finished_at is null`,
  );

/** Publishes an edit, and answers with what visitors are to see. */
async function edit(): Promise<string> {
  edits += 1;
  const title = `Edited ${edits}`;
  const pageId = setup.site.pageIds[1] ?? 0;
  await desk.client.from('page_locales').update({ title }).eq('page_id', pageId).eq('locale', 'en').throwOnError();
  await desk.publish(pageId);
  await setup.runtime.publisher.drain();
  return title;
}

const current = () => setup.runtime.targets.main.currentBuild();
const builds = () => setup.runtime.targets.main.builds();
const shown = async () => (await desk.visit(makePath(1))).text;
const differing = async () => compareTrees(await setup.liveTree('main'), await setup.fullTree('main'));

/** The live build is another one's, nothing of one's own is left, and the words say so. */
async function expectOvertaken(result: Result<unknown>, live: string | null, before: readonly string[]) {
  expect(result).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  expect(await current()).toBe(live);
  expect((await builds()).filter((name) => !before.includes(name) && name !== live)).toEqual([]);
  const left = await readdir(path.join(setup.outDirectory, 'main'));
  expect(left.filter((name) => /^\.(switch|next|delete|gone)-/.test(name))).toEqual([]);
}

describe('a build that stood still before its switch', () => {
  let halt: Halt;
  let before: string[];
  let building: Promise<Result<BuildSummary>>;
  beforeEach(async () => {
    await setup.build(['main']);
    before = await builds();
    halt = makeHalt();
    building = build({ target: haltedSwitch(setup.runtime.targets.main, halt) });
    await halt.reached;
  });
  // One that failed before is not to be waited for.
  afterEach(() => halt.goOn());

  it('changes nothing once a publisher has gone on with the site', async () => {
    await expireLease();
    const title = await edit();
    expect(await shown()).toContain(title);
    const live = await current();
    halt.goOn();
    await expectOvertaken(await building, live, before);
    expect(await shown()).toContain(title);
    expect(await differing()).toEqual([]);
  });

  it('changes nothing once another one is live', async () => {
    await expireLease();
    await edit();
    await setup.build(['main']);
    const title = await edit();
    const live = await current();
    halt.goOn();
    await expectOvertaken(await building, live, before);
    expect(await shown()).toContain(title);
    expect(await differing()).toEqual([]);
  });

  it('changes nothing once the site was put back', async () => {
    const { build: earlier } = expectOk(await setup.bundle.rollbackSite(setup.runtime, 'main'));
    halt.goOn();
    await expectOvertaken(await building, earlier, before);
    expect(await setup.bundle.needsBuild(setup.runtime, 'main')).toBe(false);
  });
});

it('a build that was killed after its switch is ended as the live one, with what has changed since', async () => {
  const halt = makeHalt();
  const { database } = setup.runtime;
  const calls: Calls = {
    ...database,
    rpc: async (name, args) => {
      if (name === 'build_finish') await halt.stand();
      return database.rpc(name, args);
    },
  };
  const building = build({ calls });
  await halt.reached;
  const live = await current();
  const other = setup.site.pageIds[2] ?? 0;
  const set = { title: 'While it was ended by nobody' };
  await desk.client.from('page_locales').update(set).eq('page_id', other).eq('locale', 'en').throwOnError();
  await desk.publish(other);
  await expireLease();
  const title = await edit();
  expect(await current()).toBe(live);
  expect(await shown()).toContain(title);
  expect(await differing()).toEqual([]);
  halt.goOn();
  expectOk(await building);
  expect(await differing()).toEqual([]);
});

it('a roll-back that stood still changes nothing once the site is built anew', async () => {
  await setup.build(['main']);
  const before = await builds();
  const halt = makeHalt();
  const { targets } = setup.runtime;
  const halted = { ...setup.runtime, targets: { ...targets, main: haltedSwitch(targets.main, halt) } };
  const rollingBack = setup.bundle.rollbackSite(halted, 'main');
  await halt.reached;
  await setup.build(['main']);
  const title = await edit();
  const live = await current();
  halt.goOn();
  await expectOvertaken(await rollingBack, live, before);
  expect(await shown()).toContain(title);
});

it('a process that is stopped between its last question and its switch ends with words and 1', async () => {
  await setup.build(['main']);
  const before = await builds();
  // The last question of a build is answered when the test lets go.
  await setup.embedded.execute(`
    create function public.halt_build() returns trigger language plpgsql set search_path = '' as $$
    begin
      if current_query() ~ 'build_keep' and exists (select from public.site_outputs o where o.build_id = new.id) then
        perform pg_advisory_xact_lock(4711);
      end if;
      return new;
    end $$;
    create trigger halt_build before update of lease_until on public.site_builds for each row execute function public.halt_build()`);
  const pool = openPool(setup.embedded.databaseUrl, { max: 1, name: 'halting' });
  const { child, ended, output } = await withSession(pool, async (session) => {
    await session.exec('select pg_advisory_lock(4711)');
    const { url, publishableKey, secretKey, databaseUrl } = setup.embedded;
    const started = runScript(
      'build.ts',
      {
        DATA_DIR: path.join(setup.outDirectory, '..', 'building'),
        OUT_DIR: setup.outDirectory,
        SUPABASE_URL: url,
        SUPABASE_PUBLISHABLE_KEY: publishableKey,
        SUPABASE_SECRET_KEY: secretKey,
        DATABASE_URL: databaseUrl,
        PORT: '4999',
      },
      ['--site', 'main'],
    );
    await expect
      .poll(
        async () => {
          const rows = await setup.embedded.query(
            `select pid from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
          );
          return `${rows.length} ${started.child.exitCode === null ? '' : started.output()}`;
        },
        { timeout: 90_000, interval: 50 },
      )
      .toBe('1 ');
    started.child.kill('SIGSTOP');
    await session.exec('select pg_advisory_unlock(4711)');
    return started;
  });
  await pool.end();
  await setup.embedded.execute('drop trigger halt_build on public.site_builds; drop function public.halt_build()');
  const own = (await builds()).find((name) => !before.includes(name)) ?? '';
  await expireLease();
  await edit();
  await setup.build(['main']);
  const title = await edit();
  const live = await current();
  child.kill('SIGCONT');
  expect(await ended).toBe(1);
  expect(output()).toContain('stood still for too long');
  expect(await current()).toBe(live);
  expect(existsSync(path.join(setup.outDirectory, 'main', 'releases', own))).toBe(false);
  expect(await shown()).toContain(title);
  expect(await differing()).toEqual([]);
}, 180_000);
