import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './code-bundle.ts';
import { withKinds } from './document-kinds.ts';
import { withModules } from './document-modules.ts';
import { withRooms } from './document-rooms.ts';
import { proxyFiles, withProxyRules } from './proxy-rules.ts';

for (const [file, write] of [
  ['docs/content-model.md', withKinds],
  ['docs/modules.md', withModules],
  ['docs/architecture.md', withRooms],
] as const) {
  const place = path.join(root, file);
  await writeFile(place, await write(await readFile(place, 'utf8')));
}
for (const file of proxyFiles) {
  const place = path.join(root, 'deploy', file);
  await writeFile(place, withProxyRules(file, await readFile(place, 'utf8')));
}
console.log(
  'The tables of docs/content-model.md, docs/modules.md and docs/architecture.md are those of the kinds, the module types\nand the rooms, and the rules of the proxies in deploy those of the endpoints.',
);
