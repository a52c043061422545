import { ensureBrowser, noBrowser } from './browser.ts';
import { stopWith } from './run.ts';
import { runStages, stages, summary } from './stages.ts';

// All of `npm test`, then the sweeps that take long and Lighthouse.
if (!ensureBrowser()) stopWith(noBrowser);

const { format, lint, types, unit, database, integration, browser, knip, sweeps, lighthouse } = stages;
const { isOk, counts } = await runStages([
  format,
  lint,
  types,
  knip,
  unit,
  database,
  integration,
  browser,
  sweeps,
  lighthouse,
]);
console.log(`\n${summary(counts)}`);
process.exitCode = isOk ? 0 : 1;
