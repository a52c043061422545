import { expect, it } from 'vitest';
import { valueWords as writeValue } from '#server/editor/value-words.ts';
import { sites } from '#schema/record-fields.ts';
import { valueWords } from './column-words.ts';

it('says sites by their names, however many a record is on', () => {
  const written = writeValue(sites(), ['main', 'developer'], () => undefined) ?? '';
  expect(valueWords({ widget: 'sites' }, written)).toBe('Main site, Developer portal');
});
