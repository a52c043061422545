import { z } from 'zod';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { outputKindSchema, sitemapKindSchema } from '#publish/output.ts';
import type { NamedOutput } from './planned-output.ts';

/** An output that depends on what changes, as the index has it. */
const affected = z.object({
  site: siteSchema,
  kind: outputKindSchema,
  ref: z.number(),
  locale: localeSchema,
  listed: sitemapKindSchema.nullable(),
  path: z.string().nullable(),
  hash: z.string().nullable(),
  address: z.string().nullable(),
  reasons: z.array(z.string()),
  /** It has an address now. */
  shown: z.boolean(),
});
export type Affected = z.output<typeof affected>;

export const affectedAnswer = z.object({ outputs: z.array(affected) });

export function nameOutput(
  { shown: _, ...output }: Affected,
  path: string | null,
  change: NamedOutput['change'],
): NamedOutput {
  return { ...output, path, change, failure: null, issues: [] };
}
