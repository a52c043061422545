import { z } from 'zod';
import { type FormField, formFieldSchema } from './form-fields.ts';
import { toIssues } from '#domain/issues.ts';

/** A stored field that cannot be read: its position, counted from 1, its name, and the problem. */
export type BrokenField = { position: number; name: string; problems: string[] };

const named = z.object({ label: z.string().catch(''), name: z.string().catch('') }).catch({ label: '', name: '' });

/** Reads the stored fields of a form one by one: an editor gets those that can be read, and a list of the others. */
export function readStoredFields(content: readonly unknown[]): { fields: FormField[]; broken: BrokenField[] } {
  const fields: FormField[] = [];
  const broken: BrokenField[] = [];
  content.forEach((stored, index) => {
    const read = formFieldSchema.safeParse(stored);
    if (read.success) return void fields.push(read.data);
    const { label, name } = named.parse(stored);
    const problems = toIssues(read.error).map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(': '),
    );
    broken.push({ position: index + 1, name: label || name, problems });
  });
  return { fields, broken };
}
