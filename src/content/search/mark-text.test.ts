import { describe, expect, it } from 'vitest';
import { excerpt, markText } from './mark-text.ts';

const plain = (marked: ReturnType<typeof markText>) =>
  marked.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');

describe('marking what was looked for', () => {
  it('marks words by their beginning, whatever their case and accents', () => {
    expect(plain(markText('Fühler, FUHLER and a Gefühl', ['fuhl']))).toBe('[Fühler], [FUHLER] and a Gefühl');
    expect(plain(markText('Größe der Geräte', ['gross']))).toBe('[Größe] der Geräte');
  });

  it('marks pairs of characters that stand next to each other as one', () => {
    expect(plain(markText('高精度な温度センサーです', ['温度', '度セ', 'セン', 'ンサ', 'サー']))).toBe(
      '高精度な[温度センサー]です',
    );
  });

  it('leaves the text as it is, mark-up and all', () => {
    const text = 'HX41-D: ±0.8 % <b> 湿度\u0000';
    expect(
      markText(text, ['hx41', '湿度'])
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('shows the place where it stands in a long text', () => {
    const long = `${'Nothing here. '.repeat(30)}The formaldehyde sensor. ${'More of it. '.repeat(30)}`;
    const shown = plain(excerpt(long, ['formaldehyd']));
    expect(shown).toMatch(/^… .*\[formaldehyde\] sensor.* …$/);
    expect(shown.length).toBeLessThan(200);
  });

  it('shows the beginning of a text without it', () => {
    expect(plain(excerpt('Word '.repeat(100), ['other']))).toMatch(/^Word .* …$/);
  });
});
