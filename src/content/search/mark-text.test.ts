import { describe, expect, it } from 'vitest';
import { foldText } from '#domain/text/fold-text.ts';
import { splitCharacters } from '#domain/text/graphemes.ts';
import { foldedTexts } from '../../../tests/fixtures/folded-texts.ts';
import { makeRandom } from '../../../tests/fixtures/random.ts';
import { seed } from '../../../tests/fixtures/seeds.ts';
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

  it.each([
    ['Die Wolken\u00adbruch\u00adwarnanlage.', ['wolkenbruchwarnanlage'], 'Die [Wolken\u00adbruch\u00adwarnanlage].'],
    ['Plzeň, Łódź und Győr', ['plzen', 'lodz', 'gyor'], '[Plzeň], [Łódź] und [Győr]'],
    ['ＨＸ４１ and ½', ['hx41'], '[ＨＸ４１] and ½'],
    ['ﾊﾟｿｺﾝ', ['パソ'], '[ﾊﾟｿ]ｺﾝ'],
    ['か、が', ['か'], '[か]、が'],
    ['한국어', ['한국'], '[한국]어'],
    ['Ο δρόμος', ['δρομοσ'], 'Ο [δρόμος]'],
  ])('marks in %j what is found', (text, words, marked) => {
    expect(plain(markText(text, words))).toBe(marked);
  });

  it('cuts no character in half', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const shown = plain(excerpt(`${'x'.repeat(shift)}${'👩‍🔬𠮷'.repeat(60)}`, []));
      expect(shown).toMatch(/^x{0,3}(👩‍🔬𠮷)*(👩‍🔬)? …$/u);
      const behind = plain(excerpt(`${'x'.repeat(shift)}${'𠮷'.repeat(200)} found ${'𠮷'.repeat(200)}`, ['found']));
      expect(behind).toMatch(/^… 𠮷+ \[found\].* …$/u);
      expect(behind.isWellFormed()).toBe(true);
    }
  });

  it(`has parts that are the text, of whole characters, whatever the text (seed ${seed})`, () => {
    const random = makeRandom(seed);
    for (const text of foldedTexts(random, 500)) {
      const characters = splitCharacters(text);
      const words = [foldText(random.pick(characters)), foldText(random.pick(characters) + random.pick(characters))];
      const parts = markText(text, words).map((part) => part.text);
      expect(parts.join('')).toBe(text);
      expect(parts.flatMap((part) => splitCharacters(part))).toEqual(characters);
      const long = text.repeat(8);
      const shown = excerpt(long, words, 30)
        .map((part) => part.text)
        .join('')
        .replace(/^… | …$/gu, '');
      expect(long).toContain(shown);
      expect(shown.isWellFormed()).toBe(true);
    }
  });
});
