import { expect, it } from 'vitest';
import { parsePlannedSide } from './parse-planned-side.ts';

const asked = (query: string) => parsePlannedSide(new URL(`https://main.example/products?draft=true&${query}`));

it.each([
  ['plan=5&side=after', { side: 'after', drafts: { pageId: 5, cells: null, below: [], along: [] } }],
  ['plan=5&side=after&below=7,x,8', { side: 'after', drafts: { pageId: 5, cells: null, below: [7, 8], along: [] } }],
  [
    'plan=5&side=before&cells=7:de,nonsense',
    { side: 'before', drafts: { pageId: 5, cells: ['7:de'], below: [], along: [] } },
  ],
  [
    'plan=5&side=after&with=image:40',
    { side: 'after', drafts: { pageId: 5, cells: null, below: [], along: [{ kind: 'image', id: 40 }] } },
  ],
  ['plan=release&id=3&side=after', { side: 'after', drafts: { release: 3 } }],
  [
    'plan=records&of=product:40,site:main&side=before',
    {
      side: 'before',
      drafts: {
        records: [
          { kind: 'product', id: 40 },
          { kind: 'site', id: 'main' },
        ],
      },
    },
  ],
])('reads %s', (query, planned) => {
  expect(asked(query)).toEqual(planned);
});

it.each([
  'plan=5',
  'side=after',
  'plan=5&side=both',
  'plan=-5&side=after',
  'plan=05&side=after',
  'plan=release&side=after',
  'plan=release&id=x&side=after',
  'plan=5&side=after&with=',
  'plan=5&side=after&with=nothing:1',
  'plan=records&side=after',
  'plan=records&of=&side=after',
  'plan=records&of=product&side=after',
  'plan=records&of=product:abc&side=after',
  'plan=records&of=product:40,nothing:1&side=after',
  'plan=records&of=__proto__:1&side=after',
  'plan=records&of=site:5&side=after',
])('takes %s for no such question', (query) => {
  expect(asked(query)).toBeNull();
});
