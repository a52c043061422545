import { isRecord } from '#domain/objects.ts';

/** The first message within the errors of a form at some place, without those of one of its parts; null where there is none. */
export function messageIn(errors: unknown, without?: string): string | null {
  if (!isRecord(errors)) return null;
  // `ref` is an element of the page.
  const { ref: _, message, ...parts } = errors;
  if (typeof message === 'string') return message;
  for (const [name, part] of Object.entries(parts)) {
    const found = name === without ? null : messageIn(part);
    if (found !== null) return found;
  }
  return null;
}
