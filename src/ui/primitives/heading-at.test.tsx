import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { HeadingAt } from './HeadingAt.tsx';

const render = (children: string, text?: string) =>
  markup(HeadingAt, { level: 2, className: 'title', children, ...(text === undefined ? {} : { text }) });

describe('a title', () => {
  it('is set as a text where it is Japanese and as long as one', () => {
    expect(render('あ'.repeat(41))).toContain('class="title title--long"');
    expect(render('A link', 'ア'.repeat(41))).toContain('class="title title--long"');
    expect(render('湿度を、生まれる場所で測る')).toContain('class="title"');
    expect(render('Humidity, measured where it forms, for ten years and more')).toContain('class="title"');
  });
});
