import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionEntry, Desk } from '../integration/actions/entry.ts';
import { openDesk } from '../integration/actions/open-desk.ts';

const modules = import.meta.glob<{ entry?: ActionEntry }>('../integration/actions/*.ts', { eager: true });
const entries = Object.values(modules).flatMap(({ entry }) => (entry ? [entry] : []));

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.served.stop());

const strange: readonly [what: string, value: unknown][] = [
  ['NUL', 'a\u0000b'],
  ['half a surrogate pair', '\ud800'],
  ['the other half', '\udc00'],
  ['a bidirectional override', '\u202e'],
  ['a text without end', 'x'.repeat(50_000)],
  ['nothing', ''],
  ['spaces', '   '],
  ['a quote', "'; drop table pages; --"],
  ['a filter', 'a,id.eq.1'],
  ['a list of the database', '{a,b}'],
  ['a pattern', '%_\\*'],
  ['the word null', 'null'],
  ['the word true', 'true'],
  ['a number in words', '1e400'],
  ['a moment of no calendar', '0000-00-00T00:00:00Z'],
  ['a moment with an offset of nobody', '2026-01-01T00:00:00+23:59'],
  ['the first year', '0000-01-01T00:00:00Z'],
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['a negative number', -1],
  ['a fraction', 0.5],
  ['a number beyond 32 bits', 2 ** 31],
  ['the largest integer', Number.MAX_SAFE_INTEGER],
  ['a number beyond integers', 1e300],
  ['a list', []],
  ['a list of null', [null]],
  ['an object', {}],
  ['what every object has', { toString: 'x', constructor: 'x' }],
  ['a prototype', JSON.parse('{"__proto__":{"a":1}}')],
];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...at, key])),
  ];
}

function withValue(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy: unknown = structuredClone(input);
  if (typeof copy !== 'object' || copy === null) return copy;
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value));
  return copy;
}

describe.each(entries.filter(({ send }) => send === 'json'))('$name', (entry) => {
  it('never fails for a value that its database would not take', async () => {
    const valid = await entry.valid(desk);
    const optional = Object.fromEntries((entry.optional ?? []).map((key) => [key, null]));
    for (const path of pathsOf(Object.assign(optional, valid))) {
      for (const [what, value] of strange) {
        const { status } = await desk.editor.call(entry.name, withValue(valid, path, value));
        expect(status, `${path.join('.')}: ${what}`).toBeLessThan(500);
      }
    }
  });
});
