import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { HeadingAt } from './HeadingAt.tsx';

const render = (text: string, children?: (words: ReactNode) => ReactNode) =>
  markup(HeadingAt, { level: 2, className: 'title', text, ...(children ? { children } : {}) });

describe('a title', () => {
  it('is set like running text if it is Japanese or Chinese and long', () => {
    expect(render('あ'.repeat(41))).toContain('class="title title--long"');
    expect(render('ア'.repeat(41), (words) => <a href="/x">{words}</a>)).toContain('class="title title--long"');
    expect(render('湿度を、生まれる場所で測る')).toContain('class="title"');
    expect(render('湿りすぎず、乾きすぎず：湿度管理')).toContain(
      '湿りすぎず、乾きすぎず：</span><span class="clause">',
    );
    expect(render(`${'あ'.repeat(41)}：い`)).not.toContain('clause');
    const chinese = render('校准，就是产品本身。'.repeat(5));
    expect(chinese).toContain('class="title title--long"');
    expect(chinese).not.toContain('clause');
    expect(render('Humidity, measured where it forms, for ten years and more')).toContain('class="title"');
  });

  it('breaks between clauses in Chinese before it breaks within them', () => {
    expect(render('一万六千颗传感器，同一环境校准', (words) => <a href="/x">{words}</a>)).toBe(
      '<h2 class="title"><a href="/x"><span class="clause">一万六千颗传感器，</span><span class="clause">同一环境校准</span></a></h2>',
    );
    expect(render('校准，就是产品本身。').match(/<span/g)).toHaveLength(2);
    expect(render('首页')).toBe('<h2 class="title">首页</h2>');
  });

  it('is left to the browser in other languages, but for its figures', () => {
    expect(render('校正こそが、私たちの製品です')).toBe('<h2 class="title">校正こそが、私たちの製品です</h2>');
    expect(render('10,8 Prozent Wachstum')).toBe('<h2 class="title">10,8\u00a0Prozent Wachstum</h2>');
  });
});
