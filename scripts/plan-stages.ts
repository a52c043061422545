import { type Result, fail, ok } from '#domain/result.ts';
import { usages } from './usages.mjs';
import { type StageName, type StageRun, isStageName, stages } from './stages.ts';

/** Independent stages form a group and run in parallel. */
type StagePlan = readonly (readonly StageRun[])[];

const usage = `${usages.test.usage}
The stages are ${Object.keys(stages).join(', ')}.`;

const smoke = ['--project', 'desktop', '--grep', '@smoke'];

const plain = (...names: StageName[]): StageRun[] => names.map((name) => ({ stage: stages[name], more: [] }));

/**
 * Everything that has to pass before a change lands. What needs no browser runs side by side, so that no processor waits for
 * the last file of a stage; browser tests wait for answers within seconds, and run alone.
 */
const everything: StagePlan = [plain('integration', 'lint', 'astro', 'format', 'unit', 'database'), plain('e2e')];

/** All of it, and what takes long. */
export const everythingAndSweeps: StagePlan = [
  plain('integration', 'lint', 'astro', 'format', 'knip', 'unit', 'database'),
  plain('e2e'),
  plain('sweeps'),
  plain('e2e-sweeps'),
  plain('measurements'),
];

/**
 * The stages that arguments of `npm test` ask for.
 *
 * @param changedFiles Returns the paths that differ from a revision; asked for `--changed` only.
 * @returns The plan, or a failure whose message names the possible arguments.
 * @example planStages(['unit', 'src/domain'], () => []) // one group with one stage, `src/domain` passed on to vitest
 */
export function planStages(
  args: readonly string[],
  changedFiles: (base: string) => readonly string[],
): Result<StagePlan> {
  const [first, ...more] = args;
  if (first === undefined) return ok(everything);
  if (first === '--smoke') return ok([[{ stage: stages.e2e, more: [...smoke, ...more] }]]);
  if (first === '--changed') {
    const [base = 'main', ...rest] = more;
    if (rest.length === 0) return ok(planChanged(base, changedFiles(base)));
  }
  if (isStageName(first)) return ok([[{ stage: stages[first], more }]]);
  return fail('invalid', `There is no stage ${args.join(' ')}.\n\n${usage}`);
}

/**
 * Vitest follows imports to the tests that a change reaches. Changes to the interface cannot be followed that way: they
 * run the smoke tests.
 */
function planChanged(base: string, files: readonly string[]): StagePlan {
  const changed = ['--changed', base, '--passWithNoTests'];
  const touches = (pattern: RegExp) => files.some((file) => pattern.test(file));
  const groups: StageRun[][] = [[...plain('format', 'lint', 'astro'), { stage: stages.unit, more: changed }]];
  if (touches(/^supabase\//)) groups.push(plain('database'));
  groups.push([{ stage: stages.integration, more: changed }]);
  if (touches(/^(src|public|supabase)\//)) groups.push([{ stage: stages.e2e, more: smoke }]);
  const specs = files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
  if (specs.length > 0) groups.push([{ stage: stages.e2e, more: specs }]);
  return groups;
}
