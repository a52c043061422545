import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { localeSchema } from '../reading/localized-row.ts';

const labels = z.partialRecord(localeSchema, z.string());
export type MenuRow = {
  id: string;
  label: Partial<Record<Locale, string>>;
  description?: Partial<Record<Locale, string>> | null | undefined;
  link?: number | null | undefined;
  children?: MenuRow[] | undefined;
};
export const menuRow: z.ZodType<MenuRow> = z.lazy(() =>
  z.object({
    id: z.string(),
    label: labels,
    description: labels.nullish(),
    link: z.number().nullish(),
    children: z.array(menuRow).optional(),
  }),
);
