import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { longFunctions } from '#content/clients/bounded-fetch.ts';
import { type Sessions, openSessions } from '#database/sessions.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { type StallingProxy, openStallingProxy } from '../fixtures/stalling-proxy.ts';

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: null });
});
afterAll(() => embedded?.stop());

describe('sessions of a database that goes silent', () => {
  let proxy: StallingProxy;
  let sessions: Sessions;
  let connected: number;
  beforeEach(async () => {
    const address = new URL(embedded.databaseUrl);
    proxy = await openStallingProxy(Number(address.port));
    address.port = String(proxy.port);
    connected = 0;
    sessions = openSessions(() => {
      connected += 1;
      return postgres(address.href, { max: 1, fetch_types: false, backoff: () => 0.05, connect_timeout: 5 });
    }, 2);
    expect(await say('well')).toBe('well');
  });
  afterEach(async () => {
    await sessions.end(1);
    await proxy.close();
  });

  const say = async (word: string, milliseconds = 5000): Promise<unknown> => {
    const rows = await sessions.run(`select '${word}' as word`, milliseconds);
    return rows[0]?.['word'];
  };
  const outcome = (asked: Promise<unknown>) =>
    asked.catch((error: unknown) =>
      error instanceof Error && 'code' in error && error.code === 'timeout' ? 'unanswered' : String(error),
    );

  it('tell each caller within the limit, those that wait for a session as well, and answer again when it goes on', async () => {
    proxy.stall();
    const began = performance.now();
    const asked = Array.from({ length: 6 }, (_, index) => outcome(say(`lost ${index}`, 300)));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, () => 'unanswered'));
    expect(performance.now() - began).toBeLessThan(1500);
    proxy.resume();
    // An answer that comes late is nobody's.
    const words = Array.from({ length: 10 }, (_, index) => `after ${index}`);
    expect(await Promise.all(words.map((word) => say(word)))).toEqual(words);
    // What was thrown away is two sessions, and no more than two are open again.
    expect(connected).toBe(4);
  });

  it('throw away the one that is slower than its limit, and no other', async () => {
    const slow = outcome(sessions.run('select pg_sleep(3)', 300));
    const others: unknown[] = [];
    while (others.length < 20) others.push(await say(`beside ${others.length}`));
    expect(await slow).toBe('unanswered');
    expect(others.at(-1)).toBe('beside 19');
    expect(await Promise.all([say('one'), say('two'), say('three')])).toEqual(['one', 'two', 'three']);
    expect(connected).toBe(3);
  });

  it('keep their connection after an error of the database', async () => {
    await expect(sessions.run('select 1 / 0', 5000)).rejects.toMatchObject({ code: '22012' });
    expect(await say('still there')).toBe('still there');
    expect(connected).toBe(2);
  });

  it('answer whole after a statement that failed once it had sent rows, as a deferred constraint does', async () => {
    const failing = 'select 1 / (3 - i) as part from generate_series(1, 5) i';
    for (let turn = 0; turn < 4; turn += 1) {
      await expect(sessions.run(failing, 5000)).rejects.toMatchObject({ code: '22012' });
      expect(await sessions.run(`select 'whole' as word`, 5000)).toEqual([{ word: 'whole' }]);
    }
  });
});

it('calls of functions that ask for a longer statement timeout are given as long over HTTP, and no others', async () => {
  const rows = await embedded.query<{ name: string; seconds: string }>(`
    select p.proname as name, extract(epoch from split_part(setting, '=', 2)::interval) as seconds
    from pg_proc p, unnest(p.proconfig) setting
    where p.pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(longFunctions).toSorted());
  for (const { name, seconds } of rows) expect(longFunctions[name], name).toBeGreaterThan(Number(seconds) * 1000);
});
