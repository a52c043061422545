import { hostname, userInfo } from 'node:os';
import { valueAt } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { isDifferent } from '#publish/commit/published-output.ts';
import { outcomeWords } from './outcome-words.ts';
import { publishSites } from './publish-sites.ts';
import { readArguments } from './read-arguments.ts';
import { endWithWords, expectBuckets, expectOk, loadCodeBundle, loadConfig, openDatabase } from './run.ts';

const { values } = readArguments('publish', {
  options: {
    page: { type: 'string' },
    all: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    rollback: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

endWithWords();
const config = loadConfig();
await expectBuckets(config);
const connection = await openDatabase(config, { withoutOne: 'refuse' });
const loaded = await loadCodeBundle(config);
const { bundle } = loaded;
const runtime = bundle.makeRuntime(config, connection, loaded.code);
let isDone = true;

if (values.rollback !== undefined) {
  const by = { account: `${userInfo().username}@${hostname()}` };
  const { build, isNoted } = expectOk(await bundle.rollbackSite(runtime, values.rollback, by));
  console.log(`${values.rollback} is back on build ${build}. Publishing to it pauses until its next full build.`);
  if (!isNoted)
    console.log('Its history could not be noted: it shows what was published last until the next full build.');
} else if (values.all && !values['dry-run']) {
  isDone = await publishSites(loaded, runtime, connection, siteIds);
} else {
  const answer = expectOk(
    await bundle.publishCommand(runtime, { page: values.page ?? null, dryRun: values['dry-run'] }),
  );
  if (values.json) {
    console.log(JSON.stringify(answer, null, 2));
  } else if (answer.dryRun) {
    const changing = answer.outputs.filter(({ change }) => change !== 'unchanged');
    for (const { site, path, change, reasons, failure } of changing) {
      console.log(
        `${change.padEnd(9)} ${site} ${path ?? ''}  because of ${reasons.join(', ')}${failure ? `: ${failure}` : ''}`,
      );
    }
    console.log(`${changing.length} of ${answer.outputs.length} URLs that depend on it would change`);
  } else {
    if (!answer.published) console.log(`The draft of ${values.page ?? ''} was published already.`);
    const items = answer.receipts.flatMap(({ site, items: list }) => list.map((item) => ({ site, ...item })));
    for (const { site, path, change, reasons, seen_live_at: seen, failure } of items) {
      if (isDifferent(change) || change === 'failed')
        console.log(
          `${change.padEnd(9)} ${site} ${path}  because of ${reasons.join(', ')}${seen ? `, seen live ${seen}` : ''}${whyFailed(failure)}`,
        );
    }
    console.log(outcomeWords(items, answer.waiting));
  }
}
await runtime.close();
await connection.close();
process.exit(isDone ? 0 : 1);

/** Why the last good version of a page stays, in a sentence. */
function whyFailed(failure: unknown): string {
  const why = valueAt(failure, ['message']);
  return typeof why === 'string' ? `: ${why}` : '';
}
