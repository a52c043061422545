import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Result } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { openRecord } from '#content/records/open-record.ts';
import { prepareRecords, publishRecords } from '#changes/publish-records.ts';
import { saveRecord } from '#content/records/save-record.ts';
import { jsonObject } from '#schema/record-fields.ts';
import { addUser } from '../../scripts/add-user.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { seed } from '../fixtures/seeds.ts';

/** Twenty people edit the same fifty records at once: nothing that anybody has saved is lost, and each conflict is shown once. */
const people = 20;
const records = 50;
const saves = 500;

let setup: PublishingSetup;
let actors: Actor[];
let ids: number[];

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 3, locales: ['en'], products: 2, articles: 1, seed: 31 });
  const { url, secretKey, publishableKey } = setup.embedded;
  actors = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const user = {
        email: `person${index}@desk.example`,
        password: 'measure-everything-2026',
        name: `Person ${index}`,
      };
      const { userId } = must(await addUser({ url, secretKey }, { ...user, role: 'editor' }));
      const client = createKeyClient(url, publishableKey);
      const { error } = await client.auth.signInWithPassword(user);
      if (error) throw error;
      return { client, service: setup.runtime.serviceClient, userId };
    }),
  );
  const rows = await setup.embedded.query<{ id: string }>(
    `insert into public.tags (slug, localized)
     select 'shared-' || i, '{"en": {"name": "Shared:"}}' from generate_series(1, $1::int) i returning id`,
    [records],
  );
  ids = rows.map(({ id }) => Number(id));
});
afterAll(() => setup?.close());

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const theirs = z.object({ draft: z.object({ data: jsonObject(), savedAt: z.string() }).nullable() });
const named = z.looseObject({ localized: z.looseObject({ en: z.looseObject({ name: z.string() }) }) });

function withMark(data: unknown, mark: string) {
  const record = named.parse(data);
  return { ...record, localized: { en: { name: `${record.localized.en.name} ${mark}` } } };
}

it(`loses nothing of ${saves} saves`, async () => {
  const random = makeRandom(seed);
  const marksOf = new Map<number, string[]>(ids.map((id) => [id, []]));
  const jobs = Array.from({ length: saves }, (_, index) => ({
    id: random.pick(ids),
    mark: `s${index}`,
  }));
  let conflicts = 0;
  const work = async (actor: Actor) => {
    const shown = new Set<string>();
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { id, mark } = job;
      const opened = must(await openRecord(actor.client, 'tag', id));
      let base = opened.draft?.savedAt ?? null;
      let data: unknown = withMark(opened.draft?.data ?? opened.live, mark);
      for (;;) {
        const saved = await saveRecord(actor, { kind: 'tag', id, data, base });
        if (saved.ok) break;
        expect(saved.failure.code).toBe('conflict');
        const { draft } = theirs.parse(saved.failure.detail);
        conflicts += 1;
        // Somebody else's save, told to this person for the first time.
        const conflict = `${id} ${draft?.savedAt}`;
        expect(shown).not.toContain(conflict);
        shown.add(conflict);
        base = draft?.savedAt ?? null;
        data = withMark(draft?.data ?? must(await openRecord(actor.client, 'tag', id)).live, mark);
      }
      marksOf.get(id)?.push(mark);
    }
  };
  await Promise.all(actors.map(work));
  expect(conflicts).toBeGreaterThan(0);

  // All publish the same records at once: each goes live whole, once.
  const names = ids.filter((id) => marksOf.get(id)?.length).map((id) => ({ kind: 'tag' as const, id }));
  const published = await Promise.all(
    actors.map(async (actor) => {
      const prepared = await prepareRecords(actor, names);
      return prepared.ok ? publishRecords(actor, prepared.value) : prepared;
    }),
  );
  const refused = published.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure.code]));
  expect(refused.filter((code) => code !== 'conflict')).toEqual([]);
  const [actor] = actors;
  for (const id of ids) {
    const { live, draft } = must(await openRecord(actor!.client, 'tag', id));
    expect(draft).toBeNull();
    const { name } = named.parse(live).localized.en;
    expect(name.split(' ').slice(1).toSorted()).toEqual(marksOf.get(id)?.toSorted());
  }
});
