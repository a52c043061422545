import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { root } from './bundle.ts';

/** A step of the checks: a tool of the project, run under the project's own Node. */
export type Stage = { name: string; tool: string; options: readonly string[]; counts?: 'vitest' | 'playwright' };

/** Tests that ran, of one stage or of all. */
export type Counts = { passed: number; failed: number };

const tool = (...parts: string[]) => path.join(root, 'node_modules', ...parts);

const vitest = (name: string, project: string): Stage => ({
  name,
  tool: tool('vitest', 'vitest.mjs'),
  options: ['run', '--project', project],
  counts: 'vitest',
});

export const stages = {
  format: { name: 'format', tool: tool('oxfmt', 'bin', 'oxfmt'), options: ['--check'] },
  lint: { name: 'lint', tool: tool('oxlint', 'bin', 'oxlint'), options: [] },
  types: {
    name: 'types',
    tool: tool('astro', 'bin', 'astro.mjs'),
    options: ['check', '--minimumSeverity', 'warning', '--minimumFailingSeverity', 'warning'],
  },
  knip: { name: 'unused code', tool: tool('knip', 'bin', 'knip.js'), options: [] },
  unit: vitest('unit tests', 'unit'),
  database: vitest('database tests', 'database'),
  integration: vitest('integration tests', 'integration'),
  browser: {
    name: 'browser tests',
    tool: tool('@playwright', 'test', 'cli.js'),
    options: ['test'],
    counts: 'playwright',
  },
  // The sweeps are optional to have: whoever adds the first one finds its place.
  sweeps: { ...vitest('sweeps', 'full'), options: ['run', '--project', 'full', '--passWithNoTests'] },
  lighthouse: {
    name: 'Lighthouse',
    tool: tool('@playwright', 'test', 'cli.js'),
    options: ['test', '--config', 'playwright.full.config.ts'],
    counts: 'playwright',
  },
} as const satisfies Record<string, Stage>;

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

async function readCounts(kind: 'vitest' | 'playwright', file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 0 };
  const report: unknown = JSON.parse(text);
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests } = vitestReport.parse(report);
    return { passed: numPassedTests, failed: numFailedTests };
  }
  const { expected, unexpected, flaky } = playwrightReport.parse(report).stats;
  // What passed when it was repeated has passed; Playwright's own list names it.
  return { passed: expected + flaky, failed: unexpected };
}

function run(options: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> {
  // Tools that start others by `#!/usr/bin/env node` get this Node as well, whatever the host has.
  const PATH = [path.dirname(process.execPath), tool('.bin'), process.env['PATH'] ?? ''].join(path.delimiter);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...options], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH, ASTRO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...environment },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs one stage and answers with whether it held, and the tests that it counted. */
export async function runStage(stage: Stage, more: readonly string[] = []): Promise<{ isOk: boolean; counts: Counts }> {
  const began = performance.now();
  console.log(`\n── ${stage.name}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-stage-'));
  const report = path.join(folder, 'report.json');
  const reporters =
    stage.counts === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  try {
    const environment: Record<string, string> = stage.counts === 'playwright' ? { PLAYWRIGHT_REPORT: report } : {};
    const code = await run([stage.tool, ...stage.options, ...reporters, ...more], environment);
    const counts = stage.counts ? await readCounts(stage.counts, report) : { passed: 0, failed: 0 };
    // A file that could not be loaded fails the stage without failing a test.
    if (code !== 0 && stage.counts && counts.failed === 0) counts.failed = 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const isOk = code === 0;
    console.log(isOk ? `── ${stage.name}: ok, ${seconds} s` : `── ${stage.name}: FAILED after ${seconds} s`);
    return { isOk, counts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs stages in order, up to the first that fails. */
export async function runStages(list: readonly Stage[]): Promise<{ isOk: boolean; counts: Counts }> {
  const total: Counts = { passed: 0, failed: 0 };
  for (const stage of list) {
    const { isOk, counts } = await runStage(stage);
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (!isOk) {
      const left = list.slice(list.indexOf(stage) + 1).map(({ name }) => name);
      console.error(`\nStopped at: ${stage.name}.${left.length > 0 ? ` Not run: ${left.join(', ')}.` : ''}`);
      return { isOk, counts: total };
    }
  }
  return { isOk: true, counts: total };
}

/** The last line of `npm test`, alone on its line, as people and scripts look for it. */
export function summary({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}
