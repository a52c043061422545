import { describe, expect, it } from 'vitest';
import { keepStyles } from './pasted-markup.ts';
import { isNumber } from './is-number.ts';

describe('markup of other programs', () => {
  it.each([
    [`<p style="x:y">`, `<p data-kept-style="x:y">`],
    [`<p class=MsoNormal STYLE = 'font:7pt "A > B"'>`, `<p class=MsoNormal data-kept-style = 'font:7pt "A > B"'>`],
    [`<a title="style=1"style=x:y>`, `<a title="style=1"data-kept-style=x:y>`],
    [`<b\nstyle='mso-list:\nl0'>`, `<b\ndata-kept-style='mso-list:\nl0'>`],
    [`<p data-style="a" style>no style="b" in text</p>`, `<p data-style="a" style>no style="b" in text</p>`],
    [`<style><!-- p > a {} --></style>`, `<noembed data-kept-sheet><!-- p > a {} --></noembed>`],
    [`<style-x style="a">`, `<style-x data-kept-style="a">`],
    [`<p title="open style=x`, `<p title="open style=x`],
    [`1 < 2 style="a"`, `1 < 2 style="a"`],
  ])('keeps the styles of %s', (html, renamed) => {
    expect(keepStyles(html)).toBe(renamed);
  });

  it.each(['1.', '1', '10)', '1.2.3', '(a)', 'a)', 'b.', 'iv', 'IV.', '一、', '①', '第一条', 'あ.'])(
    'takes %s for a number',
    (marker) => {
      expect(isNumber(marker)).toBe(true);
    },
  );

  it.each(['·', 'o', '§', 'Ø', 'ü', 'q', 'v', '-', '–', '•', '*', ''])('takes %s for a bullet', (marker) => {
    expect(isNumber(marker)).toBe(false);
  });
});
