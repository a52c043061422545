import { z } from 'zod';

/** Rules that look at several fields of an object. Each lands at the field that has to be filled in. */

const linkTextsMessage = 'Title and description are required when a link is present';

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/** While `link` is chosen, title and description must be filled in. */
export function withLinkTexts<S extends z.ZodRawShape>(fields: z.ZodObject<S>): z.ZodObject<S> {
  const check = z.core._check<z.output<z.ZodObject<S>>>(
    ({ value, issues }) => {
      const values: Readonly<Record<string, unknown>> = value;
      if (typeof values !== 'object' || values === null || (values['link'] ?? null) === null) return;
      for (const name of ['title', 'description']) {
        if (isBlank(values[name]))
          issues.push({ code: 'custom', path: [name], message: linkTextsMessage, input: value, continue: true });
      }
    },
    // Also when another field is wrong, so that an editor sees all at once.
    { when: () => true },
  );
  return fields.check(check);
}
