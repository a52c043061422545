import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getKeys } from '#domain/objects.ts';
import { type Result, fail } from '#domain/result.ts';
import { readSchemaFiles } from '#embedded/schema-files.ts';
import { kindGroups } from '#kinds/groups.ts';
import { type Name, parseName } from './new/name.ts';
import type { Plan } from './new/plan.ts';
import { kindSources, planKind } from './new/plan-kind.ts';
import { moduleSources, planModule } from './new/plan-module.ts';
import { usages } from './usages.mjs';

const usage = `${usages.new.usage}
The areas are ${getKeys(kindGroups).join(', ')}.`;

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFile(path.join(root, file), 'utf8');

type Planner = (name: Name, hasPage: boolean, area?: string) => Promise<Result<Plan>>;
const planners: Readonly<Record<string, Planner>> = {
  module: async (name, hasPage, area) =>
    area === undefined && !hasPage
      ? planModule(name, { registry: await read(moduleSources.registry), schema: await read(moduleSources.schema) })
      : fail('invalid', usage),
  kind: async (name, hasPage, area = 'website') => {
    const group = getKeys(kindGroups).find((known) => known === area);
    if (!group) return fail('invalid', `There is no area ${area}. The areas are ${getKeys(kindGroups).join(', ')}.`);
    return planKind(
      { name, group, hasPage },
      {
        registry: await read(kindSources.registry),
        kinds: await read(kindSources.kinds),
        shapes: await read(kindSources.shapes),
        ownPages: await read(kindSources.ownPages),
        pages: await read(kindSources.pages),
        routes: await read(kindSources.routes),
      },
      await readSchemaFiles(),
    );
  },
};

/** Writes everything or, where a file is in the way, nothing. */
async function carryOut({ created, edited }: Plan): Promise<void> {
  const folders = [...new Set(created.map(({ file }) => path.dirname(file)))].filter((folder) =>
    folder.startsWith('src/'),
  );
  const taken = [...folders, ...created.map(({ file }) => file)].find((file) => existsSync(path.join(root, file)));
  if (taken) stopWith(`${taken} is there already. Remove it, or choose another name; nothing was written.`);
  for (const { file, text } of [...created, ...edited]) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
}

/** Runs a program of the project on what was written. */
function run(...command: readonly string[]): void {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...command], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) stopWith(`What was written stays, but this failed: node ${command.join(' ')}`);
}

function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}

const options = process.argv.slice(2);
const [sort = '', written = '', area, ...more] = options.filter((option) => option !== '--page');
const planner = Object.hasOwn(planners, sort) ? planners[sort] : undefined;
if (!planner || written === '' || more.length > 0) stopWith(usage);
const name = parseName(written);
if (!name.ok) stopWith(name.failure.message);
const plan = await planner(name.value, options.includes('--page'), area);
if (!plan.ok) stopWith(plan.failure.message);

const { created, edited, next } = plan.value;
await carryOut(plan.value);
run('scripts/docs.ts');
const formatted = [...created, ...edited].map(({ file }) => file).filter((file) => /\.(tsx?|css)$/.test(file));
run('node_modules/oxfmt/bin/oxfmt', ...formatted);
for (const { file } of created) console.log(`wrote    ${file}`);
for (const { file } of edited) console.log(`changed  ${file}`);
console.log(`changed  ${sort === 'module' ? 'docs/modules.md' : 'docs/content-model.md'}\n\nNext:`);
for (const step of next) console.log(`  ${step}`);
