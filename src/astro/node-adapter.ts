import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/**
 * The Node adapter with our own entry, so that one code bundle serves requests and renders pages for the publisher in
 * the same process from the same components.
 */
export function nodeWithEntry(entry: URL): AstroIntegration {
  const base = node({ mode: 'middleware' });
  const done = base.hooks['astro:config:done'];
  return {
    ...base,
    hooks: {
      ...base.hooks,
      'astro:config:done': (options) =>
        done?.({
          ...options,
          setAdapter: (adapter) => options.setAdapter({ ...adapter, serverEntrypoint: fileURLToPath(entry) }),
        }),
    },
  };
}
