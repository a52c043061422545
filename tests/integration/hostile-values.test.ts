import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { codeBundleEntry } from '../../scripts/code-bundle.ts';
import { Visitor } from '../fixtures/fork-served.ts';
import { type InputPlace, listInputPlaces } from '../fixtures/input-places.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed, takeSlice } from '../fixtures/seeds.ts';
import { strangeValues } from '../fixtures/strange-values.ts';
import type { ActionEntry, Desk } from './actions/entry.ts';
import { ensureContent, openDesk } from './actions/open-desk.ts';

/** How many of the values each place is sent, and how many of them at once. */
const many = getRepeats({ test: 1, full: strangeValues.length });
const concurrency = 5;

const modules = import.meta.glob<{ entry?: ActionEntry }>('./actions/*.ts', { eager: true });
const entries = Object.values(modules).flatMap(({ entry }) => (entry ? [entry] : []));

let desk: Desk;
let inputs: Map<string, $ZodType | null>;
beforeAll(async () => {
  desk = await openDesk();
  const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
  inputs = await bundle.actionInputs();
});
afterAll(() => desk?.served.stop());

// An attacked call may be a right one too, and delete what others use.
beforeEach(() => ensureContent(desk));

const random = makeRandom(seed);

/** As many of the values as a place is sent: another part of the list for each. */
function valuesFor(): typeof strangeValues {
  const from = random.integer(strangeValues.length);
  return [...strangeValues, ...strangeValues].slice(from, from + many);
}

function schemaOf({ name, checks }: ActionEntry): $ZodType {
  const schema = checks ?? inputs.get(name);
  if (!schema) throw new Error(`${name} takes an input and has no schema: define it by src/actions/define-action.ts`);
  return schema;
}

/** A valid call without a version, so that what was saved before does not make it a conflict. */
async function callOf(entry: ActionEntry): Promise<Record<string, unknown>> {
  const valid = await entry.valid(desk);
  if (valid instanceof FormData) return {};
  const versions = ['version', 'structureVersion'].filter((key) => entry.optional?.includes(key));
  return Object.fromEntries(Object.entries(valid).filter(([key]) => !versions.includes(key)));
}

async function placesIn(entry: ActionEntry): Promise<InputPlace[]> {
  return listInputPlaces(schemaOf(entry), await callOf(entry));
}

describe.each(entries.filter(({ send }) => send === 'json'))('$name', (entry) => {
  it('has every field of its input attacked, with an input that is right but for it', async () => {
    const [whole, ...fields] = await placesIn(entry);
    const valid = await callOf(entry);
    expect((await z.safeParseAsync(schemaOf(entry), whole?.put(valid))).error).toBeUndefined();
    const named = new Set(fields.map(({ path }) => path[0]));
    expect(Object.keys(valid).filter((key) => !named.has(key))).toEqual([]);
  });

  it('never fails for a value that its database would not take', async () => {
    const places = takeSlice(await placesIn(entry), 4, entries.indexOf(entry));
    const calls = places.flatMap(({ path, put }) =>
      valuesFor().map(([what, value]) => ({ label: `${path.join('.')}: ${what}`, input: put(value) })),
    );
    for (let at = 0; at < calls.length; at += concurrency) {
      await Promise.all(
        calls.slice(at, at + concurrency).map(async ({ label, input }) => {
          const { status } = await desk.editor.call(entry.name, input);
          expect(status, label).toBeLessThan(500);
        }),
      );
    }
  });
});

describe.each(entries.filter(({ send }) => send === 'form'))('$name', (entry) => {
  it('never fails for a value of a form that its database would not take', async () => {
    const fields = (await placesIn(entry)).flatMap(({ path: [key, ...below] }) =>
      key !== undefined && below.length === 0 ? [String(key)] : [],
    );
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      for (const [what, value] of valuesFor()) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        // As text, as a file of such bytes, and as a file of such a name.
        for (const sent of [text, new File([text], 'picture.webp'), new File(['RIFF'], text.slice(0, 5000))]) {
          const valid = await entry.valid(desk);
          if (!(valid instanceof FormData)) throw new Error(`${entry.name} sends a form`);
          valid.set(field, sent);
          const { status } = await desk.editor.send(`/_actions/${entry.name}`, { method: 'POST', body: valid });
          expect(status, `${field}: ${what}`).toBeLessThan(500);
        }
      }
    }
  });
});

describe.each(entries.filter(({ send }) => send === 'none'))('$name', (entry) => {
  it('takes no input, and never fails for one', async () => {
    expect(inputs.get(entry.name)).toBeNull();
    for (const [what, value] of strangeValues) {
      const visitor = new Visitor(desk.served.origin);
      expect((await visitor.call(entry.name, value)).status, what).toBeLessThan(500);
    }
  });
});

it('leaves drafts and the state of the service readable', async () => {
  const { data: pages } = await desk.client.from('page_locales').select('path').eq('locale', 'en').limit(5);
  const paths = (pages ?? []).map(({ path }) => `${path}?draft=true`);
  for (const path of [...paths, '/livez', '/admin/forms']) {
    expect((await desk.editor.send(path)).status, path).toBeLessThan(400);
  }
});
