import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { land } from '#ui/maps/land.ts';

/** Vite plugins for the code bundle. */

/**
 * Pages link the styles of views through the server bundle. The browser bundle would link them a second time, in
 * another order, as soon as the editor loads a view for its preview.
 */
export function viewsWithoutStyles(): Plugin {
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

/**
 * A script that loads another one later has a list of all that it imports, to load it at once: 3 KB of the editor's scripts, whose shared
 * parts are there by then.
 */
export function withoutPreloadLists(): Plugin {
  return {
    name: 'without-preload-lists',
    apply: 'build',
    configEnvironment: (name) => (name === 'client' ? { build: { modulePreload: false } } : null),
  };
}

/** What zod says of JSON schemas, which nothing in a browser asks for, is a fifth of its code. */
export function zodWithoutJsonSchema(): Plugin {
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
 * `z.string().email()` and two dozen such methods are deprecated, and the linter refuses them: `z.email()` says the same. As methods
 * they would bring every format and its expressions along.
 */
export function zodWithoutDeprecatedMethods(): Plugin {
  return {
    name: 'zod-without-deprecated-methods',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (id.endsWith('/zod/v4/classic/schemas.js') ? code.replace(formatMethods, '$1});') : null),
  };
}

const formatMethods =
  /(export const ZodString = [^;]+;\s+_ZodString\.init\(inst, def\);\s+\}, \{)(?:\s+\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\s+\},?)+\s+\}\);/;

/** Code is highlighted where pages are rendered. In the editor's live preview it has no colours: the grammars would be a tenth of the editor. */
export function codeWithoutColours(): Plugin {
  return {
    name: 'code-without-colours',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) =>
      id.endsWith('/src/ui/primitives/highlight-code.ts')
        ? "export { escapeHtml as highlightCode } from './escape-html.ts';"
        : null,
  };
}

/**
 * The outline of the world as the text that it is: what makes it, and the atlas, would be a tenth of the editor, and each process
 * and each thread of a build would make it again when it starts.
 */
export function drawnWorld(): Plugin {
  return {
    name: 'drawn-world',
    apply: 'build',
    load: (id) => (id.endsWith('/src/ui/maps/land.ts') ? `export const land = ${JSON.stringify(land)};` : null),
  };
}

/**
 * Packages of many small files go into the server's bundle. Each process and each thread of a build loads it first, and
 * reads a dozen files faster than three hundred.
 */
export function withPackages(...packages: (string | RegExp)[]): Plugin {
  return { name: 'with-packages', apply: 'build', config: () => ({ ssr: { noExternal: packages } }) };
}

/**
 * One stylesheet for everything that pages share, in the order of its imports: each further one would hold up the first paint
 * of every page. What a kind of page has for itself is linked by its address (`?url`), and the pages for signing in have their own.
 */
export function oneStylesheet(): Plugin {
  return {
    name: 'one-stylesheet',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'ssr'
        ? {
            build: {
              rolldownOptions: {
                output: {
                  codeSplitting: { groups: [{ name: 'styles', test: /\/src\/(ui|modules)\/(?!login).*\.css$/ }] },
                },
              },
            },
          }
        : undefined,
  };
}

/** What every form is made of; the page with the editor's bar starts without it. */
const formParts =
  /\/react-hook-form\/|\/src\/staff\/(fields\/(Address|Choice|Date|Field|Id|Item|List|Number|Reference|Text|english|placeholder|use-field|use-lookup|use-text)|form\/use-unsaved-values|picker\/(Picker|Record|Thumbnail|recent|use-picker)|preview\/(Preview|load-translate|use-view)|upload\/)/;

/** The dialogs that add and edit a module are one form, and come with it. */
const moduleDialogs = /\/src\/page-builder\/dialog\/(AddModule|ModuleDialog|ModuleForm)\.tsx/;

/** The lists of what a draft has not saved, and of what shows English. */
const draftNotes = /\/src\/page-builder\/publishing\/(FallbackDialog|UnsavedDialog)\.tsx/;

/** What a plan is shown by, in whichever dialog. */
const planParts =
  /\/src\/staff\/(publishing\/(PublishDialog|ChangeGroups|DrawnGroups|UrlTable|Warnings|receipt)|messages\/receipt|differences\/(ChangedWords|compare-words))\.tsx?$/;

/** What only dialogs share that are opened for a page as a whole: the editor starts without it, and works on modules without it. */
const dialogParts =
  /\/src\/staff\/(publishing\/(MomentFields|use-releases)|messages\/moment|controls\/(Switch|LanguageTabs)|differences\/TwoViews|form\/SectionFields)\.tsx?$/;

const editorParts =
  /\/src\/(staff\/(?!differences\/(FramePair|VersionChoice|FormFields)\.)|page-builder\/|schema\/list-texts|domain\/(pages\/(structure|merge-versions)|text\/(cut-text|is-blank|text)|result|media\/(upload-kinds|folder-tree|media-library)|quotes\/fill-quotes|issues|addresses\/(shared-link|readable-path|admin-paths))\.)/;

/**
 * Small modules that several dialogs of the editor share come in one file: each file of a few lines is compressed for itself, and
 * asked for by itself. Visitors load none of them.
 */
export function sharedEditorParts(): Plugin {
  return {
    name: 'shared-editor-parts',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                preserveEntrySignatures: 'allow-extension',
                output: {
                  codeSplitting: {
                    includeDependenciesRecursively: false,
                    groups: [
                      { name: 'ModuleForm', test: moduleDialogs },
                      { name: 'DraftNotes', test: draftNotes },
                      { name: 'PlanParts', test: planParts },
                      { name: 'DialogParts', test: dialogParts },
                      { name: 'editor-form', test: formParts, minShareCount: 3 },
                      { name: 'editor-parts', test: editorParts, minShareCount: 3, maxModuleSize: 4000 },
                    ],
                  },
                },
              },
            },
          }
        : undefined,
  };
}

/**
 * Entries of worker threads and child processes. The worker that writes files starts in milliseconds, since it loads
 * only its own few lines.
 */
export function workerEntries(): Plugin {
  const entries = {
    'put-files': '../publish/targets/put-files.ts',
    'image-process': '../content/media/jobs/image-process.ts',
    'upkeep-process': '../publish/upkeep/upkeep-process.ts',
  };
  return {
    name: 'worker-entries',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      for (const [name, file] of Object.entries(entries)) {
        const id = fileURLToPath(new URL(file, import.meta.url));
        this.emitFile({ type: 'chunk', id, fileName: `chunks/${name}.mjs` });
      }
    },
  };
}
