import { z } from 'zod';

/** Rules that look at several fields of an object. Each lands at the field that has to be filled in. */

export const linkTextsMessage = 'Title and description are required when a link is present';

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/** While `link` is chosen, the texts named must be filled in; by default title and description. */
export function withLinkTexts<S extends z.ZodRawShape>(
  fields: z.ZodObject<S>,
  names: readonly (keyof S & string)[] = ['title', 'description'],
  message: string = linkTextsMessage,
): z.ZodObject<S> {
  const check = z.core._check<z.output<z.ZodObject<S>>>(
    ({ value, issues }) => {
      const values: Readonly<Record<string, unknown>> = value;
      if (typeof values !== 'object' || values === null || (values['link'] ?? null) === null) return;
      for (const name of names) {
        if (isBlank(values[name])) issues.push({ code: 'custom', path: [name], message, input: value, continue: true });
      }
    },
    // Also when another field is wrong, so that an editor sees all at once.
    { when: () => true },
  );
  return fields.check(check);
}
