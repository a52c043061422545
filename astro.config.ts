import node from '@astrojs/node';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';

/**
 * The Node adapter with our own entry, so that one bundle serves requests, and renders pages for the publisher in the same
 * process and from the same components (design: rendering and publishing).
 */
function nodeWithOwnEntry(): AstroIntegration {
  const base = node({ mode: 'middleware' });
  const done = base.hooks['astro:config:done'];
  return {
    ...base,
    hooks: {
      ...base.hooks,
      'astro:config:done': (options) =>
        done?.({
          ...options,
          setAdapter: (adapter) =>
            options.setAdapter({ ...adapter, serverEntrypoint: new URL('./src/server.ts', import.meta.url).pathname }),
        }),
    },
  };
}

export default defineConfig({
  output: 'server',
  outDir: './dist/bundle',
  trailingSlash: 'ignore',
  integrations: [react({ experimentalDisableStreaming: true })],
  adapter: nodeWithOwnEntry(),
  devToolbar: { enabled: false },
  // Nothing is kept in Astro's sessions: who is signed in is Supabase's affair.
  session: { driver: { entrypoint: 'unstorage/drivers/null' } },
  build: { inlineStylesheets: 'never', assets: '_astro' },
  security: {
    // Hosts and origins are checked in fetch.ts, which knows the sites.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        // Films of the one platform, played on a visitor's wish (src/ui/primitives/VideoFrame.tsx).
        'frame-src https://www.youtube-nocookie.com/embed/',
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: { build: { assetsInlineLimit: 0 } },
});
