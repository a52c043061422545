import { describe, expect, it } from 'vitest';
import { parseName, toPlural } from './name.ts';

describe('a name', () => {
  it('is written in every way that files need', () => {
    expect(parseName('webinar-series')).toEqual({
      ok: true,
      value: {
        kebab: 'webinar-series',
        camel: 'webinarSeries',
        snake: 'webinar_series',
        upper: 'WEBINAR_SERIES',
        words: 'webinar series',
        title: 'Webinar series',
      },
    });
  });

  it.each([
    'Testimonial',
    'web_inar',
    'webinar-',
    '-a',
    'a--b',
    'web2',
    'a/b',
    '..',
    ' ',
    'class',
    'text',
    'x'.repeat(41),
  ])('is refused as "%s", with the reason', (written) => {
    const name = parseName(written);
    expect(name.ok ? '' : name.failure.message).toContain(`"${written}"`);
  });
});

it('The plural of a noun is the name of its table', () => {
  const nouns = ['testimonial', 'story_category', 'address', 'webinar_series', 'day', 'batch'];
  expect(nouns.map(toPlural)).toEqual([
    'testimonials',
    'story_categories',
    'addresses',
    'webinar_series',
    'days',
    'batches',
  ]);
});
