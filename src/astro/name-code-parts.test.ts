import { expect, it } from 'vitest';
import type { CodeParts } from '#publish/draw/code-parts.ts';
import { nameParts } from './name-code-parts.ts';

const graph = new Map([
  ['src/publish/build/draw-outputs.ts', ['src/publish/draw/render.ts']],
  ['src/publish/draw/render.ts', ['src/content/reader.ts']],
  ['src/content/reader.ts', ['src/modules/registry.ts', 'src/kinds/tag/kind.ts']],
  ['src/kinds/tag/kind.ts', []],
  ['src/modules/registry.ts', ['src/modules/hero/schema.ts', 'src/modules/office-map/schema.ts']],
  ['src/modules/hero/schema.ts', []],
  ['src/modules/office-map/schema.ts', []],
  [
    'src/pages/[...path].astro',
    [
      'src/modules/mounts.ts',
      'src/admin/EditorMount.astro',
      'src/astro/Islands.astro',
      'src/ui/base.css',
      'src/ui/Footer.tsx',
    ],
  ],
  ['src/modules/mounts.ts', ['src/modules/hero/View.tsx', 'src/modules/office-map/View.tsx']],
  ['src/modules/hero/View.tsx', ['src/ui/Slide.tsx', 'src/ui/Text.tsx', 'src/modules/hero/hero.css']],
  ['src/modules/hero/hero.css', []],
  ['src/modules/office-map/View.tsx', ['src/ui/Text.tsx']],
  ['src/modules/office-map/pins.ts', []],
  ['src/ui/Slide.tsx', []],
  ['src/ui/Text.tsx', []],
  ['src/ui/Footer.tsx', ['src/modules/office-map/pins.ts']],
  ['src/ui/base.css', []],
  ['src/astro/Islands.astro', ['src/ui/Slide.tsx']],
  ['src/astro/render-page.ts', []],
  ['src/page-builder/release/ReleaseBar.astro', []],
  ['src/admin/EditorMount.astro', ['src/admin/mount.css?url']],
  ['src/admin/mount.css?url', []],
  ['src/admin/Home.tsx', ['src/ui/Text.tsx']],
]);
const emitted = {
  graph,
  assets: [
    '_astro/styles.A.css',
    '_astro/base.A.css',
    '_astro/mount.A.css',
    '_astro/latin.A.woff2',
    '_astro/toolbar-A.js',
  ],
  scripts: new Map([
    ['', '_astro/client.A.js'],
    ['src/ui/Slide.tsx', '_astro/Slide.A.js'],
    ['src/admin/Home.tsx', '_astro/Home.A.js'],
    ['src/kinds/tag/kind.ts', '_astro/kind.A.js'],
  ]),
};
const before = nameParts(emitted, (file) => file);

function differing(now: CodeParts): string[] {
  const types = Object.keys(before.types).filter((type) => before.types[type] !== now.types[type]);
  return [
    ...(before.reading === now.reading ? [] : ['reading']),
    ...(before.drawing === now.drawing ? [] : ['drawing']),
    ...types,
  ];
}
const afterChange = (changed: string) => differing(nameParts(emitted, (file) => (file === changed ? 'other' : file)));

it('has each type of module, by its folder', () => {
  expect(Object.keys(before.types)).toEqual(['HERO', 'OFFICE_MAP']);
});

it.each([
  ['src/modules/hero/View.tsx', ['HERO']],
  ['src/modules/hero/schema.ts', ['HERO']],
  ['src/ui/Slide.tsx', ['HERO']],
  ['src/ui/Text.tsx', ['HERO', 'OFFICE_MAP']],
  ['src/ui/Footer.tsx', ['drawing']],
  // The folder of a type, which the frame of all pages uses as well.
  ['src/modules/office-map/pins.ts', ['drawing', 'OFFICE_MAP']],
  ['src/modules/mounts.ts', ['drawing']],
  ['src/modules/registry.ts', ['reading']],
  ['src/content/reader.ts', ['reading']],
  ['src/astro/Islands.astro', ['drawing']],
  ['src/admin/EditorMount.astro', []],
  ['src/admin/mount.css', []],
  ['src/admin/Home.tsx', []],
  ['package-lock.json', ['reading', 'drawing']],
  ['astro.config.mjs', ['reading', 'drawing']],
])('a change of %s is one of %j', (file, parts) => {
  expect(afterChange(file)).toEqual(parts);
});

it.each([
  ['_astro/styles.A.css', ['drawing']],
  ['_astro/base.A.css', ['drawing']],
  ['_astro/latin.A.woff2', ['drawing']],
  ['_astro/toolbar-A.js', ['drawing']],
  ['_astro/mount.A.css', []],
])('another name of %s is a change of %j', (asset, parts) => {
  const assets = emitted.assets.map((one) => (one === asset ? one.replace('A', 'B') : one));
  expect(differing(nameParts({ ...emitted, assets }, (file) => file))).toEqual(parts);
});

it.each([
  ['', ['drawing']],
  ['src/ui/Slide.tsx', ['HERO']],
  ['src/admin/Home.tsx', []],
  // What the editor loads by itself, and pages are read with.
  ['src/kinds/tag/kind.ts', []],
])('another script of %j is a change of %j', (component, parts) => {
  const scripts = new Map([...emitted.scripts, [component, '_astro/other.js']]);
  expect(differing(nameParts({ ...emitted, scripts }, (file) => file))).toEqual(parts);
});

it('is the same in whatever order the bundler names files', () => {
  const turned = { ...emitted, graph: new Map([...graph].toReversed()), assets: emitted.assets.toReversed() };
  expect(nameParts(turned, (file) => file)).toEqual(before);
});

it.each([
  'src/publish/draw/render.ts',
  'src/publish/build/draw-outputs.ts',
  'src/pages/[...path].astro',
  'src/astro/render-page.ts',
  'src/admin/EditorMount.astro',
  'src/page-builder/release/ReleaseBar.astro',
  'src/astro/Islands.astro',
])('refuses code without %s, whose changes would go unseen', (file) => {
  const without = new Map([...graph].filter(([id]) => id !== file));
  expect(() => nameParts({ ...emitted, graph: without }, () => '')).toThrow(file);
});
