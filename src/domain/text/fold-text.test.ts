import { expect, it } from 'vitest';
import { makeRandom } from '../../../tests/fixtures/random.ts';
import { foldedTexts } from '../../../tests/fixtures/folded-texts.ts';
import { seed } from '../../../tests/fixtures/seeds.ts';
import { foldText, foldWithPlaces } from './fold-text.ts';

it.each([
  ['Wolken\u00adbruch\u00adwarnanlage', 'wolkenbruchwarnanlage'],
  ['zero\u200bwidth\u2060joined\ufeff', 'zerowidthjoined'],
  ['Plzeň, Łódź, Győr', 'plzen, lodz, gyor'],
  ['Größe und Straße, GROẞ', 'grosse und strasse, gross'],
  ['Ærø, Œuvre, Đorđe, Þing', 'aero, oeuvre, dorde, thing'],
  ['İstanbul, Iğdır', 'istanbul, igdir'],
  ['Αθήνα, ΟΔΟΣ, οδός', 'αθηνα, οδοσ, οδοσ'],
  ['Йод', 'иод'],
  ['ＨＸ４ ½ ﬁne', 'hx4 1⁄2 fine'],
  ['が ｶﾞ カ\u3099', 'が ガ ガ'],
  ['한국어 \u1112\u1161\u11ab', '한국어 한'],
  ['갸\u11a7', '갸\u11a7'],
  ['葛\u{e0100}城', '葛城'],
])('folds %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it(`folds the parts of a text as the whole, remembers their places, and changes nothing when it folds again (seed ${seed})`, () => {
  for (const text of foldedTexts(makeRandom(seed), 2000)) {
    const { folded, from, to } = foldWithPlaces(text);
    expect(folded, JSON.stringify(text)).toBe(foldText(text));
    expect(foldText(folded), JSON.stringify(text)).toBe(folded);
    expect([from.length, to.length]).toEqual([folded.length, folded.length]);
    expect(from.every((start, at) => start >= (from[at - 1] ?? 0) && start < (to[at] ?? 0))).toBe(true);
  }
});
