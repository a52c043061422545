import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './code-bundle.ts';
import { kindListFiles, withKindLines } from './kind-lists.ts';
import { proxyFiles, withProxyRules } from './proxy-rules.ts';

async function rewrite(file: string, write: (text: string) => string | Promise<string>): Promise<void> {
  const place = path.join(root, file);
  await writeFile(place, await write(await readFile(place, 'utf8')));
}

// First: the tables are of the kinds that these lists name.
for (const file of kindListFiles) await rewrite(`src/kinds/${file}`, (text) => withKindLines(file, text));
const { withKinds } = await import('./document-kinds.ts');
const { withModules } = await import('./document-modules.ts');
const { withTextShapes } = await import('./text-shapes.ts');
const { roomNames, roomReadme, withImports, withRooms } = await import('./document-rooms.ts');
await rewrite('docs/content-model.md', withKinds);
await rewrite('docs/modules.md', withModules);
await rewrite('docs/architecture.md', withRooms);
await rewrite('supabase/schemas/94_text_shapes.sql', withTextShapes);
for (const name of roomNames) await rewrite(roomReadme(name), (text) => withImports(name, text));
for (const file of proxyFiles) await rewrite(`deploy/${file}`, (text) => withProxyRules(file, text));
console.log(
  'The tables of docs/content-model.md, docs/modules.md and docs/architecture.md are those of the kinds, the module types\nand the rooms, the lists of src/kinds those of its folders, what rooms may import is in their READMEs, and the rules of the\nproxies in deploy are those of the endpoints.',
);
