import { isSiteId, siteIds } from '#domain/sites.ts';
import { publishSites } from './publish-sites.ts';
import { readArguments } from './read-arguments.ts';
import { endWithWords, expectBuckets, loadCodeBundle, loadConfig, openDatabase, stopWith } from './run.ts';

const { values } = readArguments('build', {
  options: { site: { type: 'string' }, 'code-only': { type: 'boolean', default: false } },
});
const { site } = values;
if (site !== undefined && !isSiteId(site))
  stopWith(`There is no site ${JSON.stringify(site)}. The sites are ${siteIds.join(', ')}.`);

endWithWords();
const config = loadConfig();
// An image is built where no database can be reached.
if (values['code-only']) {
  await loadCodeBundle(config);
  process.exit(0);
}
await expectBuckets(config);
const [connection, loaded] = await Promise.all([openDatabase(config), loadCodeBundle(config)]);
const runtime = loaded.bundle.makeRuntime(config, connection, loaded.code);
const isLive = await publishSites(loaded, runtime, connection, site === undefined ? siteIds : [site]);
await runtime.close();
await connection.close();
process.exit(isLive ? 0 : 1);
