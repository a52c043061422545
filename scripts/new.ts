import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getKeys, makeTable } from '#domain/objects.ts';
import { type Result, fail } from '#domain/result.ts';
import { readSchemaFiles } from '#embedded/schema-files.ts';
import { kindGroups } from '#kinds/groups.ts';
import { parseName } from './new/name.ts';
import type { Plan } from './new/plan.ts';
import { kindSources, planKind } from './new/plan-kind.ts';
import { localeSources, planLocale } from './new/plan-locale.ts';
import { moduleSources, planModule } from './new/plan-module.ts';
import { planSite, siteSources } from './new/plan-site.ts';
import { usages } from './usages.mjs';

const usage = `${usages.new.usage}
The areas are ${getKeys(kindGroups).join(', ')}.`;

const root = fileURLToPath(new URL('..', import.meta.url));

type Asked = { written: string; more: readonly string[]; hasPage: boolean };

/** What can be made, and the files that `npm run docs` writes of it. */
const planners: Readonly<Record<string, { plan: (asked: Asked) => Promise<Result<Plan>>; documented: string }>> = {
  module: {
    documented: 'docs/modules.md',
    plan: async ({ written, more, hasPage }) => {
      if (more.length > 0 || hasPage) return fail('invalid', usage);
      const name = parseName(written);
      return name.ok ? planModule(name.value, await readAll(moduleSources)) : name;
    },
  },
  kind: {
    documented: 'docs/content-model.md',
    plan: async ({ written, more: [area = 'website', ...more], hasPage }) => {
      if (more.length > 0) return fail('invalid', usage);
      const group = getKeys(kindGroups).find((known) => known === area);
      if (!group) return fail('invalid', `There is no area ${area}. The areas are ${getKeys(kindGroups).join(', ')}.`);
      const name = parseName(written);
      if (!name.ok) return name;
      return planKind({ name: name.value, group, hasPage }, await readAll(kindSources), await readSchemaFiles());
    },
  },
  locale: {
    documented: 'docs/content-model.md, and the rules of the proxies in deploy',
    plan: async ({ written, more: [language = written, ...more], hasPage }) =>
      more.length > 0 || hasPage ? fail('invalid', usage) : planLocale(written, language, await readAll(localeSources)),
  },
  site: {
    documented: 'docs/content-model.md',
    plan: async ({ written, more, hasPage }) => {
      if (more.length > 0 || hasPage) return fail('invalid', usage);
      const name = parseName(written);
      return name.ok ? planSite(name.value, await readAll(siteSources)) : name;
    },
  },
};

/** The texts of files, by the names that a plan has for them. */
async function readAll<K extends string>(files: Readonly<Record<K, string>>): Promise<Record<K, string>> {
  const keys = getKeys(files);
  const texts = await Promise.all(keys.map((key) => readFile(path.join(root, files[key]), 'utf8')));
  return makeTable(keys, (key) => texts[keys.indexOf(key)] ?? '');
}

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
const [sort = '', written = '', ...more] = options.filter((option) => option !== '--page');
const planner = Object.hasOwn(planners, sort) ? planners[sort] : undefined;
if (!planner || written === '') stopWith(usage);
const plan = await planner.plan({ written, more, hasPage: options.includes('--page') });
if (!plan.ok) stopWith(plan.failure.message);

const { created, edited, next } = plan.value;
await carryOut(plan.value);
run('scripts/docs.ts');
const formatted = [...created, ...edited].map(({ file }) => file).filter((file) => /\.(tsx?|css)$/.test(file));
run('node_modules/oxfmt/bin/oxfmt', ...formatted);
for (const { file } of created) console.log(`wrote    ${file}`);
for (const { file } of edited) console.log(`changed  ${file}`);
console.log(`changed  ${planner.documented}`);
console.log('\nNext:');
for (const step of next) console.log(`  ${step}`);
