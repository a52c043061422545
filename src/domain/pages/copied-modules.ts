import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';
import { maxDepth } from './structure.ts';

/** What the clipboard holds of a page: modules with their texts in all languages, and with what is inside of them. */

export type CopiedModule = {
  type: string;
  /** Where it is inside of the module around it; null for one that is copied itself. */
  slot: string | null;
  locales: Partial<Record<(typeof locales)[number], { v: number; data: Record<string, unknown> }>>;
  children: CopiedModule[];
};

const copiedModule: z.ZodType<CopiedModule, CopiedModule> = z.lazy(() =>
  z.strictObject({
    type: z.string().min(1).max(100),
    slot: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .nullable(),
    locales: z.partialRecord(
      z.enum(locales),
      z.strictObject({ v: z.int().positive().max(10_000), data: z.record(z.string(), z.unknown()) }),
    ),
    children: z.array(copiedModule).max(maxModules),
  }),
);

/** So that the text of a clipboard fits into one call. */
export const maxCharacters = 900_000;
const maxModules = 100;

const copiedModules = z.strictObject({
  format: z.literal('page-modules'),
  version: z.literal(1),
  site: z.enum(siteIds),
  modules: z
    .array(copiedModule)
    .min(1)
    .max(maxModules)
    .refine((modules) => countModules(modules) <= maxModules && measureCopiedHeight(modules) <= maxDepth, {
      error: `At most ${maxModules} modules are copied at once, ${maxDepth} inside one another`,
    }),
});
export type CopiedModules = z.infer<typeof copiedModules>;

/** Modules from the text of a clipboard; null for everything else that people copy. */
export function readCopied(text: string): CopiedModules | null {
  if (text.length > maxCharacters || !/^\s*\{/.test(text)) return null;
  try {
    const parsed = copiedModules.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The text of modules for the clipboard; null where that is more than a paste takes. */
export function writeCopied(copied: CopiedModules): string | null {
  const text = JSON.stringify(copied);
  return text.length > maxCharacters ? null : text;
}

export function countModules(modules: readonly CopiedModule[]): number {
  return modules.reduce((count, { children }) => count + 1 + countModules(children), 0);
}

/** How deep modules stand inside one another. */
export function measureCopiedHeight(modules: readonly CopiedModule[]): number {
  return modules.reduce((height, { children }) => Math.max(height, 1 + measureCopiedHeight(children)), 0);
}
