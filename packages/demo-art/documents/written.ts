import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { paragraphs, section, table } from './page.ts';

const textsSchema = z.record(
  z.string(),
  z.object({
    lead: z.string(),
    sections: z.array(
      z.object({
        title: z.string(),
        text: z.string().default(''),
        table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).optional(),
      }),
    ),
  }),
);
const texts = textsSchema.parse(parse(readFileSync(new URL('texts.yaml', import.meta.url), 'utf8')));

/** The document's written text; null for one that is made of a product's values. */
export function readWritten(key: string): { lead: string; body: string } | null {
  const found = texts[key];
  if (!found) return null;
  const body = found.sections.map(({ title, text, table: values }) =>
    section(title, `${text === '' ? '' : paragraphs(text)}${values ? table(values.head, values.rows) : ''}`),
  );
  return { lead: found.lead, body: body.join('') };
}
