import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import type { CodeParts } from '#publish/draw/code-parts.ts';
import { type CodeGraph, listMade } from './code-graph.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** In the directory of the server's code. */
export const codePartsFile = 'code-parts.json';

/** What outputs begin to be read with, and what pages begin to be drawn with. */
const roots = {
  reading: ['src/publish/draw/render.ts', 'src/publish/build/draw-outputs.ts'],
  drawing: ['src/pages/[...path].astro', 'src/astro/render-page.ts'],
};

/** Only drafts and previews show these: the page that a publisher renders is given none of them. */
const notPublished: ReadonlySet<string> = new Set([
  'src/admin/EditorMount.astro',
  'src/page-builder/release/ReleaseBar.astro',
]);

/** It imports every island, for Astro to bundle: a page has those that its views import. */
const sampleOfIslands = 'src/astro/Islands.astro';

const fileOfType = /^src\/modules\/([^/]+)\//;
const listOfTypes = /^src\/modules\/[^/]+$/;

/** What changes how all code is bundled. Packages are named by the lock file. */
function bundlerFiles(): string[] {
  const own = readdirSync(path.join(root, 'src/astro'), { withFileTypes: true });
  return [
    'astro.config.mjs',
    'package-lock.json',
    'tsconfig.json',
    ...own.flatMap(({ name }) => (/(?<!\.test)\.ts$/.test(name) ? [`src/astro/${name}`] : [])),
  ];
}

/** The type whose folder it is. @example toType('office-map') // 'OFFICE_MAP' */
const toType = (folder: string) => folder.toUpperCase().replaceAll('-', '_');

/** Files of this project by their paths in it, with the query that they are imported with. */
type Emitted = {
  /** Imports among files of the project in the server's code. */
  graph: CodeGraph;
  /** The names of stylesheets, fonts and scripts that pages may name. */
  assets: readonly string[];
  /** The names of the scripts of islands, by the file of the component; that of the renderer of all by nothing. */
  scripts: ReadonlyMap<string, string>;
};

/** Whether an import of a file is none of its part: each type is one of its own, and what no published page shows is of none. */
function isOfOtherPart(from: string, to: string): boolean {
  return notPublished.has(to) || from === sampleOfIslands || (listOfTypes.test(from) && fileOfType.test(to));
}

/** @throws where a file that parts begin with, or that none has, is not in the code: it was moved, and changes would go unseen */
export function nameParts({ graph, assets, scripts }: Emitted, read: (file: string) => string | Uint8Array): CodeParts {
  for (const file of [...roots.reading, ...roots.drawing, ...notPublished, sampleOfIslands]) {
    if (!graph.has(file)) throw new Error(`The parts of the code are named by ${file}, which is not in it`);
  }
  const name = (files: Iterable<string>, more: readonly string[] = []) => {
    const hash = createHash('sha256');
    for (const file of [...files].toSorted()) {
      const [bare = ''] = file.split('?');
      // Pages name the scripts of components. Other files that are loaded by themselves have scripts too, which no page names.
      const script = bare.endsWith('.tsx') ? (scripts.get(bare) ?? '') : '';
      hash.update(`${file}\0`).update(read(bare)).update(`\0${script}\0`);
    }
    return hash.update(more.join('\0')).digest('base64url').slice(0, 16);
  };
  const bundler = bundlerFiles();
  const drawing = listMade(graph, roots.drawing, isOfOtherPart);
  const folders = Map.groupBy(graph.keys(), (file) => fileOfType.exec(file)?.[1] ?? null);
  const types = [...folders].flatMap(([folder, files]) =>
    folder === null ? [] : [[toType(folder), name(listMade(graph, files, isOfOtherPart))] as const],
  );
  return {
    reading: name([...listMade(graph, roots.reading, isOfOtherPart), ...bundler]),
    drawing: name([...drawing, ...bundler], [...publicAssets(assets, graph, drawing), scripts.get('') ?? '']),
    types: Object.fromEntries(types.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Without the stylesheets that only other pages have: those of the editor and of its administration. */
function publicAssets(assets: readonly string[], graph: CodeGraph, drawing: ReadonlySet<string>): string[] {
  const nameSheet = (file: string) => path.basename(file.split('?')[0] ?? '', '.css');
  const isSheet = (file: string) => /\.css(?:\?|$)/.test(file);
  const shown = new Set([...drawing].filter(isSheet).map(nameSheet));
  const others = new Set(
    [...graph.keys()]
      .filter(isSheet)
      .map(nameSheet)
      .filter((sheet) => !shown.has(sheet)),
  );
  const isOfOthers = (asset: string) => asset.endsWith('.css') && others.has(path.basename(asset).split('.')[0] ?? '');
  return assets.filter((asset) => !isOfOthers(asset)).toSorted();
}

/** Names the parts of a code bundle beside it, so that a publisher knows what of its pages other code may change. */
export function nameCodeParts(): AstroIntegration {
  const emitted = {
    graph: new Map<string, readonly string[]>(),
    assets: [] as string[],
    scripts: new Map<string, string>(),
  };
  const ofProject = (id: string) =>
    id.startsWith(root) && !id.includes('/node_modules/') ? path.relative(root, id) : null;
  const collect: Plugin = {
    name: 'name-code-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      if (this.environment.name === 'client') {
        for (const file of files) {
          if (file.type !== 'chunk' || file.facadeModuleId === null) continue;
          const component = ofProject(file.facadeModuleId);
          if (component !== null) emitted.scripts.set(component, file.fileName);
          else if (file.facadeModuleId.includes('/@astrojs/react/')) emitted.scripts.set('', file.fileName);
        }
      } else if (this.environment.name === 'ssr') {
        emitted.assets = files.flatMap(({ type, fileName }) => (type === 'asset' ? [fileName] : []));
        for (const id of this.getModuleIds()) {
          const file = ofProject(id);
          const module = this.getModuleInfo(id);
          if (file === null || !module) continue;
          const imported = [...module.importedIds, ...module.dynamicallyImportedIds];
          emitted.graph.set(
            file,
            imported.flatMap((one) => ofProject(one) ?? []),
          );
        }
      }
    },
  };
  let server = '';
  return {
    name: 'name-code-parts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [collect] } }),
      'astro:config:done': ({ config }) => {
        server = fileURLToPath(config.build.server);
      },
      'astro:build:done': () => {
        const parts = nameParts(emitted, (file) => readFileSync(path.join(root, file)));
        writeFileSync(path.join(server, codePartsFile), `${JSON.stringify(parts, null, 2)}\n`);
      },
    },
  };
}
