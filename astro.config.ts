import node from '@astrojs/node';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';
import type { Plugin } from 'vite';
import { land } from './src/ui/maps/land.ts';

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

/**
 * Views bring their styles to the page by the server's bundle. In the browser's they would be linked a second time, in another
 * order, as soon as the editor loads a view for its preview.
 */
function viewsWithoutStyles(): Plugin {
  const empty = '\0no-styles';
  return {
    name: 'views-without-styles',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source, importer = '') =>
      source.endsWith('.css') && /\/src\/(modules|ui)\//.test(importer) ? empty : null,
    load: (id) => (id === empty ? 'export {};' : null),
  };
}

/** What zod says of JSON schemas, which nothing in a browser asks for, is a fifth of its code. */
function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) =>
      /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)
        ? [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)]
            .map(([, name]) => `export const ${name} = () => {};`)
            .join('\n')
        : null,
  };
}

/**
 * The outline of the world as the text that it is: what draws it, and the atlas, would be a tenth of the editor, and each process
 * and each thread of a build would draw it again when it starts.
 */
function drawnWorld(): Plugin {
  return {
    name: 'drawn-world',
    apply: 'build',
    load: (id) => (id.endsWith('/src/ui/maps/land.ts') ? `export const land = ${JSON.stringify(land)};` : null),
  };
}

/**
 * V8 puts a closure that is assigned to a property among what lives long, at once. Astro assigns one for each slot of each page,
 * which holds all that the page is drawn from: the collector of short-lived data then copied every page's content and markup, and
 * took twice as long (decision 106).
 */
function slotsThatDieYoung(): Plugin {
  const assigned = /this\.slotValues\[name\] = (\(\) => \{.*?\n {6}\});/s;
  return {
    name: 'slots-that-die-young',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      if (!id.endsWith('/astro/dist/runtime/server/render/astro/instance.js')) return null;
      if (!assigned.test(code)) this.error('Astro makes slots in another way now: look whether this is still needed.');
      return code.replace(assigned, 'const slotValue = $1;\nthis.slotValues[name] = slotValue;');
    },
  };
}

/**
 * Packages of many small files go into the server's bundle. Each process and each thread of a build loads it first, and finds
 * a dozen files sooner than three hundred.
 */
function withPackages(...packages: (string | RegExp)[]): Plugin {
  return { name: 'with-packages', apply: 'build', config: () => ({ ssr: { noExternal: packages } }) };
}

/**
 * What runs beside the server, in a thread or a process, begins with a file of its own. The thread that puts files live starts in
 * milliseconds, since it loads nothing but its own few lines.
 */
function besideTheServer(): Plugin {
  const entries = {
    'put-files': './src/publish/targets/put-files.ts',
    'image-process': './src/content/media/image-process.ts',
  };
  return {
    name: 'beside-the-server',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      for (const [name, file] of Object.entries(entries)) {
        this.emitFile({ type: 'chunk', id: new URL(file, import.meta.url).pathname, fileName: `chunks/${name}.mjs` });
      }
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
    // What fetch.ts lets through, which knows how much each action may be sent.
    actionBodySizeLimit: 16 * 1024 * 1024,
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
  vite: {
    plugins: [
      viewsWithoutStyles(),
      zodWithoutJsonSchema(),
      drawnWorld(),
      slotsThatDieYoung(),
      besideTheServer(),
      withPackages('zod', /^@supabase\//, 'devalue', 'nodemailer', 'rate-limiter-flexible'),
    ],
    build: { assetsInlineLimit: 0 },
  },
});
