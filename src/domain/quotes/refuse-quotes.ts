import type { z } from 'zod';
import { findQuotes } from './fill-quotes.ts';
import { quoteRefused } from './product-quotes.ts';

/** A schema whose texts quote no product, with an issue at each that does. */
export function refuseQuotes<S extends z.ZodType>(schema: S): S {
  return schema.superRefine((value, context) => {
    for (const path of findQuotes(value)) context.addIssue({ code: 'custom', path: [...path], message: quoteRefused });
  });
}
