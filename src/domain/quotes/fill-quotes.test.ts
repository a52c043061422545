import { describe, expect, it } from 'vitest';
import { fillQuotes, findQuotes } from './fill-quotes.ts';
import { fail, ok } from '#domain/result.ts';

const texts = { title: 'Up to {{product:cx24 range}}', above: [{ name: '{{product:gone range}} and {{product:half' }] };
const answer = ({ product }: { product: string }) =>
  product === 'cx24' ? ok('60,000 ppm') : fail('invalid', `There is no product “${product}”`);

describe('texts that quote', () => {
  it('are found with their places', () => {
    expect(findQuotes({ ...texts, plain: 'Nothing', other: '{{name}}' })).toEqual([['title'], ['above', 0, 'name']]);
  });

  it('stay as they are where a quote has no value, with what is wrong', () => {
    const { value, issues } = fillQuotes(texts, answer);
    expect(value).toEqual({ ...texts, title: 'Up to 60,000 ppm' });
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['above.0.name', 'above.0.name']);
  });

  it('have an ellipsis in its place where nobody is to be stopped by it', () => {
    const { value, issues } = fillQuotes(texts, answer, ([part]) => part === 'above');
    expect(value).toEqual({ title: 'Up to 60,000 ppm', above: [{ name: '… and …' }] });
    expect(issues).toEqual([]);
  });
});
