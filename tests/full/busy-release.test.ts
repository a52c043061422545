import { setTimeout } from 'node:timers/promises';
import { parse } from 'devalue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** A release of many records beside somebody who goes on editing them: what was approved is published, and what is saved later stays a draft. */
const items = 200;
let served: Forked;
let editor: Visitor;
let colleague: Visitor;
let products: number[];

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  colleague = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
  await colleague.signIn(served.users.second);
  await served.runSql(`insert into public.products (name, display_name, slug, order_code, status, series_id, primary_category_id, sites, localized)
    select p.name || n, p.display_name || ' ' || n, p.slug || '-' || n, p.order_code || n, p.status, p.series_id, p.primary_category_id, p.sites, p.localized
    from public.products p cross join generate_series(1, ${Math.ceil(items / 30)}) n`);
  const rows = await served.runSql(`select id from public.products order by id limit ${items}`);
  products = z
    .array(z.object({ id: z.number() }))
    .length(items)
    .parse(rows)
    .map(({ id }) => id);
}, 120_000);
afterAll(() => served?.stop());

async function ask(visitor: Visitor, name: string, input: object) {
  const response = await visitor.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

const recordOf = (id: number) => ({ kind: 'product', id });

/** Saves the draft of a product with other values. */
async function edit(visitor: Visitor, id: number, values: object): Promise<void> {
  const { live, draft, version } = await ask(visitor, 'openRecord', recordOf(id));
  const data = { ...(draft?.data ?? live), ...values };
  const base = draft ? { base: draft.savedAt } : { base: null, version };
  const saved = await ask(visitor, 'saveRecord', { ...recordOf(id), data, ...base });
  expect(saved).toMatchObject({ id });
}

/** What somebody does twice a second until it is over: saves one more of the release's records, and publishes each other one. */
async function editOn(
  round: string,
  over: AbortSignal,
): Promise<{ published: Map<number, string>; drafts: Set<number> }> {
  const done = { published: new Map<number, string>(), drafts: new Set<number>() };
  for (let count = 0; !over.aborted; count += 1) {
    const next = setTimeout(500);
    const id = products[(count * 7) % items] ?? 0;
    const code = `${round}-${count}`;
    await edit(colleague, id, { order_code: code });
    const isPublished =
      count % 2 === 0 && (await ask(colleague, 'publishRecords', { records: [recordOf(id)] })).published === true;
    if (isPublished) done.published.set(id, code);
    // What the release has published in between is to be looked at first.
    else done.drafts.add(id);
    await next;
  }
  return done;
}

it('is published and taken back at the first attempt', async () => {
  const { id: release } = await ask(editor, 'createRelease', { name: 'Two hundred' });
  for (const id of products) await edit(editor, id, { name: `Approved ${id}` });
  const added = await ask(editor, 'addToRelease', { release, items: products.map(recordOf) });
  expect(added).toEqual({ added: items, refused: [] });

  const over = new AbortController();
  const editing = editOn('BESIDE', over.signal);
  const seconds: number[] = [];
  try {
    await setTimeout(1500);
    for (const [action, answer] of [
      ['publishRelease', { published: true }],
      ['takeReleaseBack', { isLive: true }],
      ['publishRelease', { published: true }],
      ['takeReleaseBack', { isLive: true }],
    ] as const) {
      const began = performance.now();
      const answered = await ask(editor, action, { id: release });
      seconds.push((performance.now() - began) / 1000);
      expect({ action, ...answered }).toMatchObject(answer);
      await setTimeout(1000);
    }
  } finally {
    over.abort();
  }
  const { published, drafts } = await editing;
  console.log(
    `${items} records: ${seconds.map((one) => one.toFixed(1)).join(', ')} s; ${published.size} published beside, ${drafts.size} drafts`,
  );
  expect(published.size).toBeGreaterThan(2);
  const codes = new Map<number, string>();
  const waiting = new Set<number>();
  for (const id of products) {
    const { live, draft } = await ask(editor, 'openRecord', recordOf(id));
    expect(live.name).not.toContain('Approved');
    if (published.has(id)) codes.set(id, live.order_code);
    if (draft !== null) waiting.add(id);
  }
  expect(codes).toEqual(published);
  expect(waiting).toEqual(drafts);
});
