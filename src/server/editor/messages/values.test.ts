import { expect, it } from 'vitest';
import type { z } from 'zod';
import { document } from '#kinds/document/kind.ts';
import { event } from '#kinds/event/kind.ts';
import { redirect } from '#kinds/redirect/kind.ts';
import { schemaAt, describeValue } from './values.ts';

const said = (schema: z.core.$ZodType, field: string, value: unknown) =>
  describeValue(schemaAt(schema, [field]), value, () => undefined);

it.each([
  ['a day', document.schema, 'content_date', '2026-07-21', '21 Jul 2026'],
  ['what should be one', document.schema, 'content_date', 'soon', 'soon'],
  ['a language', document.schema, 'language', 'jp', 'Japanese'],
  ['a country', event.schema, 'country', 'CH', 'Switzerland'],
  ['a choice that is stored as a number', redirect.schema, 'status', 410, 'Gone (410)'],
  ['a site', redirect.schema, 'site', 'developer', 'Developer portal'],
  ['several sites', event.schema, 'sites', ['main', 'automotive'], 'Main site, Automotive site'],
  ['nothing', event.schema, 'country', null, null],
])('%s is said in words', (_, schema, field, value, words) => {
  expect(said(schema, field, value)).toBe(words);
});
