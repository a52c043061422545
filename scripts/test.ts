import { spawnSync } from 'node:child_process';
import { ensureBrowser, noBrowser } from './browser.ts';
import { root } from './code-bundle.ts';
import { planStages } from './plan-stages.ts';
import { expectOk, stopWith } from './run.ts';
import { runStages, summary } from './stages.ts';

/** Paths that differ from a revision, those that git does not track yet included. */
function changedFiles(base: string): string[] {
  const ask = (...options: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync('git', options, { cwd: root, encoding: 'utf8' });
    if (status !== 0) stopWith(`git cannot compare with ${base}: ${stderr.trim()}`);
    return stdout.split('\n').filter(Boolean);
  };
  return [...ask('diff', '--name-only', base), ...ask('ls-files', '--others', '--exclude-standard')];
}

const plan = expectOk(planStages(process.argv.slice(2), changedFiles));
// Looked for first: a missing browser is reported before the other stages have run.
const needsBrowser = plan.flat().some(({ stage }) => stage.counts === 'playwright');
if (needsBrowser && !ensureBrowser()) stopWith(noBrowser);
const { isOk, counts } = await runStages(plan);
console.log(`\n${summary(counts)}`);
process.exitCode = isOk ? 0 : 1;
