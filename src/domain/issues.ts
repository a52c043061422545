import type { z } from 'zod';
import type { Issue } from './result.ts';

/** What a schema finds wrong, each at its place; `at` is where the value stands in what was sent. */
export function issuesOf(error: z.ZodError, at: Issue['path'] = []): Issue[] {
  return error.issues.map(({ path, message }) => ({
    path: [...at, ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    message,
  }));
}
