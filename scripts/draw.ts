import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './code-bundle.ts';
import { stopWith } from './run.ts';
import { usages } from './usages.mjs';

/** What is drawn, in this order where nothing is chosen. */
const programs = {
  pictures: 'draw-pictures.ts',
  documents: 'documents/draw-documents.ts',
  software: 'documents/pack-software.ts',
};
const isPart = (name: string): name is keyof typeof programs => Object.hasOwn(programs, name);

const [part, ...names] = process.argv.slice(2);
if (part !== undefined && !isPart(part)) stopWith(`Nothing is called ${part}.\n${usages.draw.usage}`);
const chosen = part === undefined ? Object.values(programs) : [programs[part]];
for (const program of chosen) {
  const { status } = spawnSync(process.execPath, [path.join('packages/demo-art', program), ...names], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
