import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { identifier, literal } from '#database/quote.ts';
import { readSharedServer } from '#embedded/find-place.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { type Pool, type Session, openPool, withLogin } from '#embedded/pool.ts';
import { makeRandom } from '../fixtures/random.ts';
import { type Call, calls, playScene, readCalls } from '../fixtures/scene-of-two.ts';
import { isSweep, seed } from '../fixtures/seeds.ts';

/**
 * Two people call functions at once, stepped against each other, each pair that writes one table. What they are answered and what is
 * stored is what it would be had they called one after the other, or what one of them alone makes of it and the other is refused.
 */

const pairsWithEachChange = 30;
/** What every change adds to: these are written by almost all, and compared by nobody. */
const journals = [
  'public.content_edits',
  'public.edited_records',
  'public.change_log',
  'public.wide_changes',
  'private.row_fingerprints',
  'private.search_due',
  'private.site_checks',
  'private.changed_texts',
  'private.text_fields',
  'private.texts',
  'private.uncounted_texts',
  'public.translations',
];

let database: OpenDatabase;
let admin: Pool;
let written: Map<string, Set<string>>;
let said: Call[][];
/** Makes the rows of all tables that calls write what they are in the scene. */
let restore: string;
const known = new Map<string, Outcome>();

beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  const shared = readSharedServer();
  if (!shared) throw new Error('Tests of the database share a server');
  // Rows are put back without triggers, which a superuser alone turns off.
  const { pathname } = new URL(database.ownerUrl);
  admin = openPool(withLogin(shared.adminUrl, { database: pathname.slice(1) }), { max: 1, name: 'restore' });
  await playScene(database.pool);
  said = await database.withSession(async (session) => [await readCalls(session, 0), await readCalls(session, 1)]);
  written = new Map();
  await database.withSession(async (session) => {
    for (const call of said[0] ?? []) written.set(call.name, await tablesWrittenBy(session, call));
  });
  restore = await keepScene(new Set(Array.from(written.values(), (tables) => [...tables]).flat()));
});
afterAll(async () => {
  await admin?.end({ timeout: 2 });
  await database?.close();
});

const answers = z.array(z.looseObject({ answer: z.unknown() }));
const databaseError = z.object({ code: z.string(), message: z.string() });

/** What a call answers: its value, or the error that it raises. */
async function answerTo(session: Session, { sql }: Call): Promise<string> {
  try {
    const { rows } = await session.query(sql);
    return JSON.stringify(answers.parse(rows)[0]?.answer ?? null);
  } catch (error) {
    return errorOf(error);
  }
}

function errorOf(error: unknown): string {
  const { code, message } = databaseError.parse(error);
  return `!${code} ${message}`;
}

/** Ends a transaction; the error that its end raises takes the place of the answer. */
async function end(session: Session, answer: string): Promise<string> {
  if (answer.startsWith('!')) {
    await session.exec('rollback');
    return answer;
  }
  try {
    await session.exec('commit');
    return answer;
  } catch (error) {
    await session.exec('rollback');
    return errorOf(error);
  }
}

async function tablesWrittenBy(session: Session, call: Call): Promise<Set<string>> {
  // Otherwise what was counted in the transactions before is counted again.
  await session.exec('select pg_stat_force_next_flush()');
  await session.exec('begin');
  const answer = await answerTo(session, call);
  if (answer.startsWith('!')) throw new Error(`${call.name} is refused in the scene: ${answer}\n${call.sql}`);
  await session.exec('set constraints all immediate');
  const { rows } = await session.query<{ name: string }>(
    `select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_xact_all_tables s
     where s.schemaname in ('public', 'private', 'auth') and s.n_tup_ins + s.n_tup_upd + s.n_tup_del > 0`,
  );
  await session.exec('rollback');
  return new Set(rows.map(({ name }) => name));
}

async function keepScene(tables: ReadonlySet<string>): Promise<string> {
  await admin.unsafe('create schema if not exists scene');
  const statements = await Promise.all(
    [...tables].toSorted().map(async (name) => {
      const kept = `scene.${identifier(name)}`;
      await admin.unsafe(`create table ${kept} as select * from ${name}`);
      const columns = await admin.unsafe<{ name: string }[]>(
        `select quote_ident(a.attname) as name from pg_attribute a where a.attrelid = ${literal(name)}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
      );
      const list = columns.map((column) => column.name).join(', ');
      const content = (table: string) => `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t)`;
      return `if ${content(name)} is distinct from ${content(kept)} then
        delete from ${name};
        insert into ${name} (${list}) overriding system value select ${list} from ${kept};
      end if;`;
    }),
  );
  await admin.unsafe(`create function scene.restore() returns void language plpgsql as $$
    declare s record;
    begin
      set local session_replication_role = replica;
      ${statements.join('\n')}
      for s in select q.schemaname, q.sequencename from pg_catalog.pg_sequences q where q.schemaname in ('public', 'private') and q.last_value > 1000000 loop
        perform setval(format('%I.%I', s.schemaname, s.sequencename), 1000000);
      end loop;
    end $$`);
  return 'select scene.restore()';
}

/** Times, new ids and secrets differ from run to run. */
function normalized(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:\+00(?::00)?)?/g, '@')
    .replaceAll(/\b1\d{6}\b/g, '#')
    .replaceAll(/[\da-f]{32,}/g, '*')
    .replaceAll(/ ?"(?:position|transaction_id|tokens_since)": ?-?"?\d+"?,?/g, '');
}

/** All rows of the tables that two calls write, in an order that new ids do not decide. */
async function stateOf(session: Session, tables: readonly string[]): Promise<string> {
  const parts = tables.map((name) =>
    name === 'public.modules'
      ? `select '${name}' as name, (to_jsonb(t) - 'position' || jsonb_build_object('place', row_number() over (partition by t.page_id, t.parent_id, t.slot order by t.position, t.id)))::text as content from ${name} t`
      : `select '${name}' as name, to_jsonb(t)::text as content from ${name} t`,
  );
  const { rows } = await session.query<{ name: string; content: string }>(parts.join(' union all '));
  return rows
    .map(({ name, content }) => `${name} ${normalized(content)}`)
    .toSorted()
    .join('\n');
}

type Outcome = { answers: string[]; state: string; broken: string };

async function outcome(session: Session, tables: readonly string[], replies: readonly string[]): Promise<Outcome> {
  // Constraints are not asked again: the database has just done so.
  const { rows } = await session.query('select code, ids, says from private.find_broken_content(20)');
  return {
    answers: replies.map(normalized),
    state: await stateOf(session, tables),
    broken: rows.length > 0 ? JSON.stringify(rows) : '',
  };
}

/** Whether the session waits for another one. */
async function waits(poller: Session, pid: number): Promise<boolean> {
  const { rows } = await poller.query<{ waits: boolean }>(`select cardinality(pg_blocking_pids($1)) > 0 as waits`, [
    pid,
  ]);
  return rows[0]?.waits === true;
}

type Desk = { sessions: [Session, Session]; pids: number[]; poller: Session };

function atDesk<T>(run: (desk: Desk) => Promise<T>): Promise<T> {
  return database.withSession((one) =>
    database.withSession((other) =>
      database.withSession(async (poller) => {
        const pids = await Promise.all(
          [one, other].map(async (session) => {
            const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
            return rows[0]?.pid ?? 0;
          }),
        );
        return run({ sessions: [one, other], pids, poller });
      }),
    ),
  );
}

/** One call after the other; what each is answered, in the order of the people. */
async function oneByOne(
  { sessions: [session], poller }: Desk,
  order: readonly Call[],
  tables: readonly string[],
): Promise<Outcome> {
  await admin.unsafe(restore);
  const replies = ['', ''];
  for (const call of order) {
    await session.exec('begin');
    replies[call.by] = await end(session, await answerTo(session, call));
  }
  return outcome(poller, tables, replies);
}

/** Both call before either has ended. Where neither waits for the other one, the order in which they end is free. */
async function stepped(desk: Desk, first: Call, second: Call, tables: readonly string[], secondEndsFirst: boolean) {
  const {
    sessions: [one, other],
    pids,
    poller,
  } = desk;
  await admin.unsafe(restore);
  await one.exec('begin');
  await other.exec('begin');
  const replies = [await answerTo(one, first), ''];
  const coming = answerTo(other, second);
  const answered = coming.then(() => 'answered' as const);
  let seen: boolean | 'answered' = false;
  while (seen === false) seen = await Promise.race([answered, waits(poller, pids[1] ?? 0)]);
  const isWaiting = seen === true;
  if (isWaiting || !secondEndsFirst) {
    replies[0] = await end(one, replies[0] ?? '');
    replies[1] = await end(other, await coming);
  } else {
    replies[1] = await end(other, await coming);
    replies[0] = await end(one, replies[0] ?? '');
  }
  return { isWaiting, outcome: await outcome(poller, tables, replies) };
}

/** Both call at the same moment, each in a transaction of its own: what they lock meanwhile is in one order, or they wait for each other. */
async function atOnce(
  { sessions: both, poller }: Desk,
  pair: readonly [Call, Call],
  tables: readonly string[],
): Promise<Outcome> {
  await admin.unsafe(restore);
  const replies = await Promise.all(
    pair.map(async (call, at) => {
      const session = both[at === 0 ? 0 : 1];
      await session.exec('begin');
      return end(session, await answerTo(session, call));
    }),
  );
  return outcome(poller, tables, replies);
}

/** Refused for a reason that the caller has a sentence for: a status of its own, a right, a constraint, or a state that has changed. */
function isRefusal(answer: string, alone: string): boolean {
  if (answer.startsWith('!')) return /^!(?:23|42501|55000|22023)/.test(answer);
  return answer !== alone;
}

/** What is wrong with an interleaving; null where it is one order of the two, or one of them alone. */
async function judge(
  desk: Desk,
  first: Call,
  second: Call,
  tables: readonly string[],
  seen: Outcome,
): Promise<string | null> {
  if (seen.broken !== '') return `breaks ${seen.broken}`;
  const odd = seen.answers.filter((answer) => answer.startsWith('!') && !isRefusal(answer, ''));
  if (odd.length > 0) return `answers ${odd.join(' and ')}`;
  const key = (order: readonly Call[]) => order.map(({ name, by }) => `${name} ${by}`).join('\n');
  const serial = async (...order: Call[]): Promise<Outcome> => {
    const about = `${key(order)}\n${tables.join()}`;
    const made = known.get(about) ?? (await oneByOne(desk, order, tables));
    known.set(about, made);
    return made;
  };
  const same = (one: Outcome, other: Outcome) =>
    one.state === other.state && one.answers.join('\n') === other.answers.join('\n');
  const inOrder = await serial(first, second);
  if (same(seen, inOrder)) return null;
  const reversed = await serial(second, first);
  if (same(seen, reversed)) return null;
  for (const [lone, refused] of [
    [first, second],
    [second, first],
  ] as const) {
    const alone = await serial(lone);
    const wished = (await serial(refused)).answers[refused.by] ?? '';
    if (
      seen.state === alone.state &&
      seen.answers[lone.by] === alone.answers[lone.by] &&
      isRefusal(seen.answers[refused.by] ?? '', wished)
    ) {
      return null;
    }
  }
  const differing = differences(seen.state, inOrder.state);
  return `is no order of the two: answered ${seen.answers.join(' | ').slice(0, 400)}; in order ${inOrder.answers.join(' | ').slice(0, 400)}; reversed ${reversed.answers.join(' | ').slice(0, 400)}\n${differing}`;
}

function differences(seen: string, other: string): string {
  const [mine, theirs] = [seen.split('\n'), other.split('\n')];
  return [
    ...mine.filter((line) => !theirs.includes(line)).map((line) => `  has ${line.slice(0, 300)}`),
    ...theirs.filter((line) => !mine.includes(line)).map((line) => `  not ${line.slice(0, 300)}`),
  ]
    .slice(0, 12)
    .join('\n');
}

/** Pairs of calls that write one table, with the tables that either writes. */
type Pair = { first: Call; second: Call; tables: string[] };
function pairs(): Pair[] {
  const [ofOne = [], ofOther = []] = said;
  return ofOne.flatMap((first) =>
    ofOther.flatMap((second) => {
      const mine = [...(written.get(first.name) ?? [])].filter((name) => !journals.includes(name));
      const theirs = [...(written.get(second.name) ?? [])].filter((name) => !journals.includes(name));
      return mine.some((name) => theirs.includes(name))
        ? [{ first, second, tables: [...new Set([...mine, ...theirs])].toSorted() }]
        : [];
    }),
  );
}

it('has a call of every function that people call', async () => {
  const { rows } = await database.withSession((session) =>
    session.query<{ name: string }>(`select distinct p.proname::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.proargnames[1] = 'p_actor' order by 1`),
  );
  expect(Object.keys(calls).toSorted()).toEqual(rows.map(({ name }) => name));
});

it('begins with a scene in which nothing is broken, and in which each call does something', async () => {
  await atDesk(async (desk) => {
    const { broken } = await oneByOne(desk, [], ['public.pages']);
    expect(broken).toBe('');
    const idle = [...written].filter(([, tables]) => tables.size === 0).map(([name]) => name);
    expect(idle.toSorted().join()).toBe('ask_for_build,read_draft_steps');
  });
});

/** What was wrong with each of these pairs, and how many interleavings of them there were. */
async function step(chosen: readonly Pair[]): Promise<{ anomalies: string[]; tried: number }> {
  const anomalies: string[] = [];
  let tried = 0;
  await atDesk(async (desk) => {
    for (const { first, second, tables } of chosen) {
      const note = async (how: string, seen: Outcome) => {
        tried += 1;
        const wrong = await judge(desk, first, second, tables, seen);
        if (wrong !== null) anomalies.push(`${first.name} + ${second.name} (${how}) ${wrong}`);
      };
      const inOrder = await stepped(desk, first, second, tables, false);
      await note(inOrder.isWaiting ? 'the second waits' : 'the first ends first', inOrder.outcome);
      if (!inOrder.isWaiting)
        await note('the second ends first', (await stepped(desk, first, second, tables, true)).outcome);
      await note('at once', await atOnce(desk, [first, second], tables));
    }
  });
  return { anomalies, tried };
}

it('is as if one had called after the other, in whatever order both end', async ({ annotate }) => {
  const random = makeRandom(seed);
  const all = pairs();
  const mixed = all
    .map((pair) => ({ pair, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ pair }) => pair);
  const foundOnce = all.filter(({ first, second }) => first.name === 'end_second_factor' && second.name === first.name);
  const { anomalies, tried } = await step(isSweep ? mixed : [...foundOnce, ...mixed.slice(0, pairsWithEachChange)]);
  await annotate(
    `${tried} interleavings of ${all.length} pairs of ${written.size} calls; ${anomalies.length} are wrong`,
  );
  expect(tried).toBeGreaterThan(0);
  expect(anomalies).toEqual([]);
});

it.each([
  ['change_colleague', /perform 1 from public\.staff .*? for update;/s, /no administrator/],
  ['save_record_draft', /perform private\.lock_record\(p_kind, own_id\);/, /is no order of the two/],
  ['save_module', /(?<=where m\.id = p_module_id) for update/, /is no order of the two/],
])('notices when %s looks without a lock', async (name, lock, says) => {
  const [made] = await admin.unsafe<{ definition: string }[]>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = ${literal(name)}`,
  );
  const definition = made?.definition ?? '';
  const unlocked = definition.replace(lock, '');
  expect(unlocked).not.toBe(definition);
  await admin.unsafe(unlocked);
  known.clear();
  try {
    const { anomalies } = await step(
      pairs().filter(({ first, second }) => first.name === name && second.name === name),
    );
    expect(anomalies.join('\n')).toMatch(says);
  } finally {
    await admin.unsafe(definition);
    known.clear();
  }
});

it.each([
  ['releases', ['pages', 'modules', 'module_locales', 'release_pages']],
  ['pages', ['modules', 'module_locales', 'release_pages']],
])('whoever waits for one of the %s holds none of %s, so that nobody waits in a circle', async (above, below) => {
  const held: string[] = [];
  let waiting = 0;
  await admin.unsafe(restore);
  await atDesk(async ({ sessions: [one, other], pids, poller }) => {
    for (const call of said[0] ?? []) {
      await one.exec(`begin; select from public.${above} for update`);
      await other.exec('begin');
      const coming = answerTo(other, call);
      const answered = coming.then(() => 'answered' as const);
      let seen: boolean | 'answered' = false;
      while (seen === false) seen = await Promise.race([answered, waits(poller, pids[1] ?? 0)]);
      if (seen === true) {
        waiting += 1;
        for (const table of below) {
          const refusal = await one
            .exec(`savepoint look; select from public.${table} for update nowait; rollback to look`)
            .then(() => null, errorOf);
          if (refusal !== null) {
            held.push(`${call.name}: ${refusal}`);
            await one.exec('rollback to look');
          }
        }
      }
      await one.exec('rollback');
      await coming;
      await other.exec('rollback');
    }
  });
  expect(waiting).toBeGreaterThan(10);
  expect(held).toEqual([]);
});
