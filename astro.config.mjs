// @ts-check
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import {
  codeWithoutColours,
  workerEntries,
  drawnWorld,
  oneStylesheet,
  sharedEditorParts,
  viewsWithoutStyles,
  withPackages,
  withoutPreloadLists,
  zodWithoutDeprecatedMethods,
  zodWithoutJsonSchema,
} from './src/astro/code-bundle-plugins.ts';
import { largestBody } from './src/domain/addresses/endpoints.ts';
import { nameCodeParts } from './src/astro/name-code-parts.ts';
import { nodeWithEntry } from './src/astro/node-adapter.ts';
import { shortLivedSlots } from './src/astro/short-lived-slots.ts';

export default defineConfig({
  output: 'server',
  outDir: './dist/bundle',
  trailingSlash: 'ignore',
  integrations: [react({ experimentalDisableStreaming: true }), nameCodeParts()],
  adapter: nodeWithEntry(new URL('./src/server.ts', import.meta.url)),
  devToolbar: { enabled: false },
  // No page is written in Markdown, and the highlighter's inline styles would break the policy.
  markdown: { syntaxHighlight: false },
  // Astro's sessions are unused: Supabase Auth knows who is signed in.
  session: { driver: { entrypoint: 'unstorage/drivers/null' } },
  build: { inlineStylesheets: 'never', assets: '_astro' },
  security: {
    // Hosts and origins are checked in fetch.ts, which knows the sites.
    checkOrigin: false,
    // fetch.ts knows how much each action may be sent.
    actionBodySizeLimit: largestBody,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        // Videos of the one platform, played on a visitor's request (src/ui/primitives/VideoFrame.tsx).
        'frame-src https://www.youtube-nocookie.com/embed/',
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [
      viewsWithoutStyles(),
      zodWithoutJsonSchema(),
      zodWithoutDeprecatedMethods(),
      withoutPreloadLists(),
      codeWithoutColours(),
      drawnWorld(),
      oneStylesheet(),
      sharedEditorParts(),
      shortLivedSlots(),
      workerEntries(),
      withPackages('zod', /^@supabase\//, 'devalue', 'nodemailer', 'rate-limiter-flexible'),
    ],
    build: { assetsInlineLimit: 0 },
  },
});
