import type { ReadContext } from './context.ts';
import { Trace } from './trace.ts';

/**
 * Resolves a row once for all pages of one scope: hundreds of pages show the same products and links. The tags traced in doing
 * so are added to the trace of every page that gets the result, so they stay complete. Results are shared, and must not be
 * changed.
 */
export function oncePerRow<R extends object, T>(
  make: (row: R, context: ReadContext) => T,
): (row: R | null, context: ReadContext) => T | null {
  const scopes = new WeakMap<object, WeakMap<R, { result: T; trace: Trace }>>();
  return (row, context) => {
    if (!row) return null;
    let rows = scopes.get(context.scope);
    if (!rows) scopes.set(context.scope, (rows = new WeakMap()));
    let made = rows.get(row);
    if (!made) {
      const trace = new Trace();
      made = { result: make(row, { ...context, trace }), trace };
      rows.set(row, made);
    }
    context.trace.include(made.trace, context.at);
    return made.result;
  };
}
