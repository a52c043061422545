import { ensureBrowser, noBrowser } from './browser.ts';
import { everythingAndSweeps } from './plan-stages.ts';
import { stopWith } from './run.ts';
import { runStages, summary } from './stages.ts';

// All of `npm test`, then the sweeps and Lighthouse. Random tests take a fresh seed, which they print.
if (!ensureBrowser()) stopWith(noBrowser);
process.env['TEST_SEED'] ??= String(Date.now() % 1_000_000);
console.log(`Random tests run with TEST_SEED=${process.env['TEST_SEED']}`);
const { isOk, counts } = await runStages(everythingAndSweeps);
console.log(`\n${summary(counts)}`);
process.exitCode = isOk ? 0 : 1;
