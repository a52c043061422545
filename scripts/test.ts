import { ensureBrowser, noBrowser } from './browser.ts';
import { stopWith } from './run.ts';
import { runStages, stages, summary } from './stages.ts';

// Looked for first: nobody should wait for all other tests to learn that the last ones cannot run.
if (!ensureBrowser()) stopWith(noBrowser);

const { format, lint, types, unit, database, integration, browser } = stages;
const { isOk, counts } = await runStages([format, lint, types, unit, database, integration, browser]);
console.log(`\n${summary(counts)}`);
process.exitCode = isOk ? 0 : 1;
