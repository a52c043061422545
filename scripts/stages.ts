import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { root } from './code-bundle.ts';
import { openMemoryDirectory } from './memory-directory.ts';

/** A step of the checks: a tool of the project, run under the project's own Node. */
type Stage = {
  name: string;
  tool: string;
  options: readonly string[];
  counts?: 'vitest' | 'playwright';
  environment?: Record<string, string>;
  /** Its temporary files may lie in memory: nothing is measured that a disk takes part in. */
  inMemory?: boolean;
};

/** A stage with what was added to it on the command line. */
export type StageRun = { stage: Stage; more: readonly string[] };

/** Tests that ran, of one stage or of all. */
type Counts = { passed: number; failed: number };

type Outcome = { isOk: boolean; counts: Counts };

const tool = (...parts: string[]) => path.join(root, 'node_modules', ...parts);

const vitest = (name: string, ...projects: string[]): Stage => ({
  name,
  tool: tool('vitest', 'vitest.mjs'),
  options: ['run', ...projects.flatMap((project) => ['--project', project])],
  counts: 'vitest',
  inMemory: true,
});

const playwright = (name: string, ...options: string[]): Stage => ({
  name,
  tool: tool('@playwright', 'test', 'cli.js'),
  options: ['test', ...options],
  counts: 'playwright',
  inMemory: true,
});

const full = ['--config=playwright.full.config.ts'];

export const stages = {
  format: { name: 'format', tool: tool('oxfmt', 'bin', 'oxfmt'), options: ['--check'] },
  // With the types of everything that is TypeScript: its rules read them anyway.
  lint: {
    name: 'lint and types',
    tool: tool('oxlint', 'bin', 'oxlint'),
    options: [],
    // With its usual setting the collector of Go takes half of the time.
    environment: { GOGC: 'off', GOMEMLIMIT: '7GiB' },
  },
  astro: {
    name: 'types of Astro components',
    tool: tool('astro', 'bin', 'astro.mjs'),
    options: 'check --tsconfig tsconfig.astro.json --minimumSeverity warning --minimumFailingSeverity warning'.split(
      ' ',
    ),
  },
  knip: { name: 'unused code', tool: tool('knip', 'bin', 'knip.js'), options: [] },
  unit: vitest('unit tests', 'unit'),
  database: vitest('database tests', 'database'),
  integration: vitest('integration tests', 'integration'),
  e2e: playwright('browser tests'),
  // May be empty: the first sweep that is added runs without a change here.
  sweeps: { ...vitest('sweeps', 'full'), options: ['run', '--project', 'full', '--passWithNoTests'], inMemory: false },
  'e2e-sweeps': playwright('browser sweeps', ...full, '--project=sweeps', '--project=sweeps-phone'),
  // One at a time, so that measurements do not disturb each other.
  measurements: {
    ...playwright('measurements in the browser', ...full, '--project=full', '--workers=1'),
    inMemory: false,
  },
} as const satisfies Record<string, Stage>;

export type StageName = keyof typeof stages;

export function isStageName(name: string): name is StageName {
  return Object.hasOwn(stages, name);
}

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
  return { passed: expected, failed: unexpected + flaky };
}

type Exit = { code: number; output: string };

/** Runs a tool. What it prints goes to the terminal at once, or is collected where several run side by side. */
function run(options: readonly string[], environment: Record<string, string>, collect: boolean): Promise<Exit> {
  // Tools that start others by `#!/usr/bin/env node` get this Node as well, whatever the host has.
  const PATH = [path.dirname(process.execPath), tool('.bin'), process.env['PATH'] ?? ''].join(path.delimiter);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...options], {
      cwd: root,
      stdio: collect ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH, ASTRO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...environment },
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (data: Buffer) => output.push(data));
    child.stderr?.on('data', (data: Buffer) => output.push(data));
    const end = (code: number) => resolve({ code, output: Buffer.concat(output).toString('utf8') });
    child.on('error', () => end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Runs one stage and answers with whether it passed, and the tests that it counted. */
async function runStage({ stage, more }: StageRun, temporary: string | null, collect: boolean): Promise<Outcome> {
  const began = performance.now();
  if (!collect) console.log(`\n── ${stage.name}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-stage-'));
  const report = path.join(folder, 'report.json');
  const reporters =
    stage.counts === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  try {
    const environment = {
      ...stage.environment,
      ...(stage.inMemory && temporary ? { TMPDIR: temporary } : {}),
      ...(stage.counts === 'playwright' ? { PLAYWRIGHT_REPORT: report } : {}),
    };
    const { code, output } = await run([stage.tool, ...stage.options, ...reporters, ...more], environment, collect);
    if (collect) console.log(`\n── ${stage.name}\n${output.trimEnd()}`);
    const counts = stage.counts ? await readCounts(stage.counts, report) : { passed: 0, failed: 0 };
    // A file that could not be loaded fails the stage without failing a test.
    if (code !== 0 && stage.counts && counts.failed === 0) counts.failed = 1;
    const isOk = code === 0 && counts.failed === 0;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(isOk ? `── ${stage.name}: ok, ${seconds} s` : `── ${stage.name}: FAILED after ${seconds} s`);
    return { isOk, counts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the stages of a group side by side, and the groups one after another up to the first in which a stage fails. */
export async function runStages(groups: readonly (readonly StageRun[])[]): Promise<Outcome> {
  const memory = await openMemoryDirectory();
  try {
    return await runGroups(groups, memory?.folder ?? null);
  } finally {
    await memory?.remove();
  }
}

async function runGroups(groups: readonly (readonly StageRun[])[], temporary: string | null): Promise<Outcome> {
  const total: Counts = { passed: 0, failed: 0 };
  for (const [index, group] of groups.entries()) {
    if (group.length > 1) console.log(`\n── side by side: ${group.map(({ stage }) => stage.name).join(', ')}`);
    const outcomes = await Promise.all(group.map((stage) => runStage(stage, temporary, group.length > 1)));
    for (const { counts } of outcomes) {
      total.passed += counts.passed;
      total.failed += counts.failed;
    }
    if (outcomes.some(({ isOk }) => !isOk)) {
      const failed = group.filter((_, place) => outcomes[place]?.isOk === false).map(({ stage }) => stage.name);
      const left = groups.slice(index + 1).flatMap((later) => later.map(({ stage }) => stage.name));
      console.error(`\nFailed: ${failed.join(', ')}.${left.length > 0 ? ` Not run: ${left.join(', ')}.` : ''}`);
      return { isOk: false, counts: total };
    }
  }
  return { isOk: true, counts: total };
}

/** The last line of `npm test`, alone on its line, as people and scripts look for it. */
export function summary({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}
