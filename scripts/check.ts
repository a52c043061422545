import { stopWith } from './run.ts';
import { runStages, stages } from './stages.ts';

const checks = { format: stages.format, lint: stages.lint, astro: stages.astro, knip: stages.knip };

// `npm run check -- format lint` runs only those.
const names = process.argv.slice(2);
const isCheck = (name: string): name is keyof typeof checks => Object.hasOwn(checks, name);
const unknown = names.filter((name) => !isCheck(name));
if (unknown.length > 0) {
  stopWith(`There is no check ${unknown.join(', ')}. The checks are ${Object.keys(checks).join(', ')}.`);
}

const chosen = names.length === 0 ? Object.values(checks) : names.filter(isCheck).map((name) => checks[name]);
const { isOk } = await runStages(chosen.map((stage) => [{ stage, more: [] }]));
process.exitCode = isOk ? 0 : 1;
