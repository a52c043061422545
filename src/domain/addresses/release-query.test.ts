import { describe, expect, it } from 'vitest';
import { asPublished, isReleaseId, momentAsked } from './release-query.ts';

describe('the query of a release', () => {
  it('names a release by its number', () => {
    expect(['12', '0', '-1', '1e3', '', 'spring', '9'.repeat(16), null].map(isReleaseId)).toEqual([
      true,
      ...Array<boolean>(7).fill(false),
    ]);
  });

  it.each([
    ['2026-12-01T09:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00+01:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00 01:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01', '2026-12-01T00:00:00.000Z'],
    ['', null],
    [null, null],
    ['tomorrow', undefined],
    ['2026-13-01', undefined],
    ['2026-04-31', undefined],
    ['0000-01-01', undefined],
    ['20261201', undefined],
  ])('names a moment: %s', (text, at) => {
    expect(momentAsked(text)).toBe(at);
  });

  it('is taken out, and the rest stays', () => {
    const of = (address: string) => asPublished(new URL(address, 'https://www.example.com'));
    expect(of('/de?release=1&at=2026-12-01&draft=true')).toBe('/de');
    expect(of('/search?query=hx&release=1#top')).toBe('/search?query=hx');
  });
});
