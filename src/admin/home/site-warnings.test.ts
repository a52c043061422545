import { expect, it } from 'vitest';
import { listWarnings } from './site-warnings.ts';

const noPictures = { image: 0, vector: 0 };
const none = { failed: 0, redirects: 0, undescribed: noPictures, waiting: noPictures, menuItems: [], cache: null };

it('says nothing of what is in order', () => {
  expect(listWarnings(none)).toEqual([]);
});

it('says how much there is of each, the worst first, with the place to mend it', () => {
  const all = listWarnings({
    failed: 1,
    redirects: 2,
    undescribed: { image: 1200, vector: 1 },
    waiting: { image: 1, vector: 3 },
    menuItems: [{ menu: 7, site: 'main', name: 'footer', path: '1.children.0' }],
    cache: 'The service answered 503.',
  });
  expect(all.map(({ href, text }) => [href, text])).toEqual([
    ['/admin/publishing', '1 page or file cannot be published'],
    ['/admin/publishing', 'Visitors may see older pages'],
    ['/admin/menu/7', 'An item of the footer menu of main is left out'],
    ['/admin/redirect', '2 redirects are wrong'],
    ['/admin/image?gap=undescribed.en', '1,200 pictures have no alternative text'],
    ['/admin/vector?gap=undescribed.en', '1 drawing has no alternative text'],
    ['/admin/image?gap=waiting', '1 picture has an unpublished alternative text'],
    ['/admin/vector?gap=waiting', '3 drawings have unpublished alternative texts'],
  ]);
  expect(all[1]?.detail).toContain('503');
  expect(all[2]?.detail).toContain('item 2, below it 1');
});
