import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectName, objectParts, getObjectPart, readShard, hashToShard, writeShard } from './manifest.ts';

const entry = fc.record({ object: fc.string(), tags: fc.uniqueArray(fc.string()) });
const shard = fc.dictionary(fc.string(), entry).map((entries) => new Map(Object.entries(entries)));

describe('a shard of a manifest', () => {
  it('is read as it was written, and written alike in any order', () => {
    fc.assert(
      fc.property(shard, (written) => {
        const text = writeShard(written);
        const read = readShard(text);
        const sorted = [...written].map(
          ([file, { object, tags }]) => [file, { object, tags: tags.toSorted() }] as const,
        );
        expect([...read].toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual(
          sorted.toSorted(([one], [other]) => (one < other ? -1 : 1)),
        );
        expect(writeShard(new Map([...written].toReversed()))).toBe(text);
      }),
    );
  });

  it('has the files whose names lead to it, about as many as any other', () => {
    const counts = new Map<number, number>();
    for (let page = 0; page < 6400; page += 1) {
      const found = hashToShard(`products/catalog/sensor-${page}/index.html`, 64);
      counts.set(found, (counts.get(found) ?? 0) + 1);
    }
    expect(counts.size).toBe(64);
    expect(Math.max(...counts.values())).toBeLessThan(170);
  });
});

describe('an object', () => {
  it('has its parts one after another, by its name', () => {
    const parts = objectParts(objectName({ hash: 'a_-', size: 10, gzip: 4, br: 3 }));
    expect(parts).toEqual({ hash: 'a_-', size: 10, gzip: 4, br: 3 });
    expect([getObjectPart(parts, 'file'), getObjectPart(parts, 'gzip'), getObjectPart(parts, 'br')]).toEqual([
      { offset: 0, length: 10 },
      { offset: 10, length: 4 },
      { offset: 14, length: 3 },
    ]);
  });
});
