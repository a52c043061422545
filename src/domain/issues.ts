import type { z } from 'zod';
import type { Issue } from './result.ts';

/** The problems that a schema finds, with their paths; `at` is the path of the value in the request. */
export function toIssues(error: z.ZodError, at: Issue['path'] = []): Issue[] {
  return error.issues.map(({ path, message }) => ({
    path: [...at, ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    message,
  }));
}
