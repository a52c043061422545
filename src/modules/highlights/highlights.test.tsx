import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { parseData } from '../parse-data.ts';
import { context, headingLevels, image, layout, noHeading } from '#view-model/view-fixtures.ts';
import type { Job } from '#view-model/resolved.ts';
import { View } from './View.tsx';
import { highlights } from './schema.ts';

const highlight = { title: '6 weeks', subtitle: 'of holiday', body: '', image };
const render = (count: number, change: object = {}) => {
  const data = {
    ...layout,
    source: 'manual' as const,
    heading: { ...noHeading, title: 'Why here' },
    highlights: Array.from({ length: count }, () => ({ ...highlight, ...change })),
  };
  return markup(View, { id: 6, data, lists: {}, slots: {}, context });
};

describe('HIGHLIGHTS', () => {
  it('shows up to four in a grid, and more in a row that moves', () => {
    expect(render(4)).toContain('card-grid per-view--highlights');
    expect(render(4)).not.toContain('splide');
    expect(render(5)).toContain('id="module-6-cards"');
    expect(render(5).match(/<article/g)).toHaveLength(5);
    expect(headingLevels(render(5))).toEqual([2]);
  });

  it('sets a single one next to its picture, which is larger there', () => {
    expect(render(1)).toMatch(/lone-card.*sizes="\(min-width: 1400px\) 624px/s);
    expect(render(2)).not.toMatch(/lone-card|624px/);
  });

  it('is not written by hand without saying anything, and shows the positions where it once was', () => {
    const issues = highlights.schema.safeParse({ source: 'manual', highlights: [] }).error?.issues;
    expect(issues).toMatchObject([{ path: ['highlights'], message: 'This field is required' }]);
    expect(highlights.schema.safeParse({ source: 'jobs' }).success).toBe(true);
    const heading = { title: 'Why here' };
    expect(parseData('HIGHLIGHTS', 1, { heading })).toMatchObject({ value: { source: 'jobs', heading } });
    expect(parseData('HIGHLIGHTS', 1, { highlights: [{ ...highlight, image: 7 }] })).toMatchObject({
      value: { source: 'manual', highlights: [{ title: '6 weeks' }] },
    });
  });

  it('shows the open positions where these are what speaks for it', () => {
    const job: Job = {
      id: 4,
      title: 'Group controller',
      shortDescription: 'You consolidate eight companies.',
      place: 'Rapperswil',
      city: 'Rapperswil',
      country: 'CH',
      field: 'finance',
      pensumMin: 70,
      pensumMax: 90,
      isRemote: false,
      positions: [],
      directLink: 'https://jobs.example/4',
      publishedAt: '2026-09-21T06:00:00Z',
      closesAt: null,
    };
    const data = { ...layout, source: 'jobs' as const, heading: noHeading, highlights: [highlight] };
    const html = markup(View, { id: 6, data, lists: { jobs: { list: 'jobs', items: [job] } }, slots: {}, context });
    expect(html).toContain('href="https://jobs.example/4"');
    expect(html.replaceAll(/<\/?span[^>]*>/g, '|')).toContain('Rapperswil,| |Switzerland|||70 - 90%|');
    expect(html).not.toContain('6 weeks');
  });

  it('leaves out an empty body', () => {
    expect(render(1)).not.toContain('highlights__body');
    expect(render(1, { body: 'More' })).toContain('>More<');
  });

  it('has the limits of a highlight', () => {
    const check = (change: object, count = 1) =>
      highlights.schema.safeParse({
        highlights: Array.from({ length: count }, () => ({ title: 'x', subtitle: 'y', image: 7, ...change })),
      }).success;
    expect([check({ title: '🇨🇭'.repeat(8) }), check({ title: 'x'.repeat(9) }), check({ title: '' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([check({ subtitle: 'x'.repeat(70) }), check({ subtitle: 'x'.repeat(71) }), check({ subtitle: '' })]).toEqual(
      [true, false, false],
    );
    expect([check({ body: 'x'.repeat(100) }), check({ body: 'x'.repeat(101) }), check({ image: null })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([check({}, 12), check({}, 13)]).toEqual([true, false]);
  });
});
