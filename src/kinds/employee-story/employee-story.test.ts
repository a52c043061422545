import { expect, it } from 'vitest';
import { employeeStory } from './kind.ts';

it('has a teaser of 150 characters at most, as a person counts, in each language', () => {
  const { localized } = employeeStory.schema.shape;
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'B' }] }] };
  const texts = (teaser: string) => ({ title: 'T', teaser, body });
  const problems = (teaser: string) =>
    localized
      .safeParse({ en: texts('A'), de: texts(teaser) })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  expect(problems('👩‍👩‍👧'.repeat(150))).toEqual([]);
  expect(problems('x'.repeat(151))).toEqual(['de.teaser: Max. 150 characters']);
  expect(problems('')).toEqual(['de.teaser: This field is required']);
});
