import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './code-bundle.ts';
import { withKinds } from './document-kinds.ts';

const file = path.join(root, 'docs/content-model.md');
const document = await readFile(file, 'utf8');
await writeFile(file, withKinds(document));
console.log('The tables of docs/content-model.md are those of the kinds.');
