import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { titleText } from './title-text.tsx';
import type { Locale } from '#domain/locales.ts';

const render = (text: string, locale: Locale) => markup(() => <h1>{titleText(text, locale)}</h1>, {});

describe('a title', () => {
  it('is parted in its clauses in Chinese, which stand on lines of their own before they are broken', () => {
    expect(render('一万六千颗传感器，同一环境校准', 'cn')).toBe(
      '<h1><span class="clause">一万六千颗传感器，</span><span class="clause">同一环境校准</span></h1>',
    );
    expect(render('校准，就是产品本身。', 'cn').match(/<span/g)).toHaveLength(2);
    expect(render('首页', 'cn')).toBe('<h1>首页</h1>');
  });

  it('is left to the browser in other languages, but for its figures', () => {
    expect(render('校正こそが、私たちの製品です', 'jp')).toBe('<h1>校正こそが、私たちの製品です</h1>');
    expect(render('10,8 Prozent Wachstum', 'de')).toBe('<h1>10,8\u00a0Prozent Wachstum</h1>');
  });
});
