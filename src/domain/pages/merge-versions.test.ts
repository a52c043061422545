import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, mergeVersions, settleConflicts } from './merge-versions.ts';

const doc = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/** Data as forms create it: texts, groups, lists of items with and without ids, lists of references, rich text. */
const text = fc.string({ maxLength: 3 });
const item = fc.record({ title: text, link: fc.option(fc.integer({ min: 1, max: 3 })) });
const data = fc.record({
  title: text,
  shown: fc.boolean(),
  heading: fc.record({ title: text, link: fc.option(fc.integer({ min: 1, max: 3 })) }),
  body: text.map(doc),
  cards: fc.array(item, { maxLength: 4 }),
  entries: fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), title: text }), {
    selector: ({ id }) => id,
  }),
  products: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
});

describe('merging two versions', () => {
  const base = {
    title: 'Old',
    lead: 'Lead',
    body: doc('Old'),
    cards: [
      { title: 'A', body: 'a' },
      { title: 'B', body: 'b' },
    ],
  };

  it('takes what only one side changed', () => {
    const { merged, conflicts, changes } = mergeVersions(base, { ...base, title: 'Mine' }, { ...base, lead: 'Theirs' });
    expect(merged).toEqual({ ...base, title: 'Mine', lead: 'Theirs' });
    expect(conflicts).toEqual([]);
    expect(changes).toEqual([
      { path: ['title'], by: 'me', value: 'Mine' },
      { path: ['lead'], by: 'them', value: 'Theirs' },
    ]);
  });

  it('names what both changed, and takes either', () => {
    const merge = mergeVersions(
      base,
      { ...base, title: 'Mine', lead: 'Both' },
      { ...base, title: 'Theirs', lead: 'Both' },
    );
    expect(merge.conflicts).toEqual([{ path: ['title'], base: 'Old', mine: 'Mine', theirs: 'Theirs' }]);
    expect(settleConflicts(merge, ['mine'])).toEqual({ ...base, title: 'Mine', lead: 'Both' });
    expect(settleConflicts(merge, ['theirs'])).toEqual({ ...base, title: 'Theirs', lead: 'Both' });
  });

  it('merges items of a list field by field', () => {
    const mine = { ...base, cards: [{ title: 'A', body: 'mine' }, base.cards[1]] };
    const theirs = { ...base, cards: [{ title: 'theirs', body: 'a' }, base.cards[1], { title: 'C', body: 'c' }] };
    const { merged, conflicts } = mergeVersions(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual({
      ...base,
      cards: [{ title: 'theirs', body: 'mine' }, base.cards[1], { title: 'C', body: 'c' }],
    });
  });

  it('finds an item that was edited while another was put before it', () => {
    const mine = { ...base, cards: [base.cards[0], { title: 'B', body: 'mine' }] };
    const theirs = { ...base, cards: [{ title: 'New', body: 'n' }, ...base.cards] };
    expect(mergeVersions(base, mine, theirs).merged).toEqual({
      ...base,
      cards: [{ title: 'New', body: 'n' }, base.cards[0], { title: 'B', body: 'mine' }],
    });
  });

  it('leaves a list to a person when one side moved what the other edited', () => {
    const mine = { ...base, cards: base.cards.toReversed() };
    const theirs = {
      ...base,
      cards: [
        { title: 'A', body: 'theirs' },
        { title: 'B', body: 'theirs' },
      ],
    };
    expect(mergeVersions(base, mine, theirs).conflicts.map(({ path }) => path)).toEqual([['cards']]);
  });

  it('never makes one item of two with different ids', () => {
    const before = { entries: [{ id: 'a', title: 'A' }] };
    const mine = { entries: [{ id: 'b', title: 'A' }] };
    const theirs = { entries: [{ id: 'a', title: 'T' }] };
    expect(mergeVersions(before, mine, theirs).conflicts.map(({ path }) => path)).toEqual([['entries']]);
  });

  it('takes rich text as a whole', () => {
    const { conflicts } = mergeVersions(base, { ...base, body: doc('Mine') }, { ...base, body: doc('Theirs') });
    expect(conflicts).toEqual([{ path: ['body'], base: doc('Old'), mine: doc('Mine'), theirs: doc('Theirs') }]);
  });

  it('changes nothing when one side changed nothing', () => {
    fc.assert(
      fc.property(data, data, (before, after) => {
        for (const merge of [mergeVersions(before, after, before), mergeVersions(before, before, after)]) {
          expect(merge.conflicts).toEqual([]);
          expect(isSame(merge.merged, after)).toBe(true);
        }
        const both = mergeVersions(before, after, after);
        expect([both.conflicts, both.merged]).toEqual([[], after]);
      }),
    );
  });

  it('finds the same conflicts from either side, and both sides can be had in full', () => {
    fc.assert(
      fc.property(data, data, data, (before, mine, theirs) => {
        const here = mergeVersions(before, mine, theirs);
        const there = mergeVersions(before, theirs, mine);
        expect(there.conflicts.map(({ path }) => path)).toEqual(here.conflicts.map(({ path }) => path));
        // Taking theirs at every conflict gives the same as the other side does by choosing its own.
        const settled = settleConflicts(
          here,
          here.conflicts.map(() => 'theirs'),
        );
        expect(
          isSame(
            settled,
            settleConflicts(
              there,
              there.conflicts.map(() => 'mine'),
            ),
          ),
        ).toBe(true);
      }),
    );
  });

  it('loses no field that only one side changed', () => {
    fc.assert(
      fc.property(data, data, data, (before, mine, theirs) => {
        const { merged, conflicts } = mergeVersions(before, mine, theirs);
        const result = merged as typeof before;
        for (const key of ['title', 'shown', 'body'] as const) {
          const isConflict = conflicts.some(({ path }) => path[0] === key);
          if (isSame(before[key], theirs[key])) expect(result[key]).toEqual(mine[key]);
          else if (isSame(before[key], mine[key])) expect(result[key]).toEqual(theirs[key]);
          else expect(isConflict).toBe(!isSame(mine[key], theirs[key]));
        }
        for (const { path } of conflicts) expect(path.length).toBeGreaterThan(0);
      }),
    );
  });

  it('changes none of its inputs', () => {
    fc.assert(
      fc.property(data, data, data, (before, mine, theirs) => {
        const copies = structuredClone([before, mine, theirs]);
        const merge = mergeVersions(before, mine, theirs);
        settleConflicts(
          merge,
          merge.conflicts.map(() => 'theirs'),
        );
        expect([before, mine, theirs]).toEqual(copies);
      }),
    );
  });
});
