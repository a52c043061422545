import { describe, expect, it } from 'vitest';
import { matchTexts, textKey } from './match-texts.ts';

const match = (written: [path: string, text: string][], shown: string[]) =>
  matchTexts(
    written.map(([path, text]) => ({ path, text })),
    shown.map(textKey),
  );

describe('the fields of what is shown', () => {
  it('are found by what they say, however it is broken', () => {
    expect(match([['title', 'Air and gas']], ['Air and\n gas', 'Air', 'Air\u00adandgas'])).toEqual([
      'title',
      null,
      'title',
    ]);
  });

  it('come in their order where several say the same, and again where it is shown more often', () => {
    const links: [string, string][] = [
      ['cards.0.link', 'Read more'],
      ['cards.1.link', 'Read more'],
    ];
    expect(match(links, ['Read more', 'Other', 'Read more', 'Read more'])).toEqual([
      'cards.0.link',
      null,
      'cards.1.link',
      'cards.0.link',
    ]);
  });

  it('are found by what is around a quote of a product', () => {
    const text: [string, string] = ['text', 'Up to {{product:cx24 co2-range max}} (typical), in $'];
    expect(match([text], ['Up to 60,000 ppm (typical), in $', 'Up to  (typical), in $', 'Up to 60'])).toEqual([
      'text',
      null,
      null,
    ]);
  });
});
