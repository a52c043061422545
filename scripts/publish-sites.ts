import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { expectData } from '#content/clients/client.ts';
import { assetsDirectory, codeBundleEntry } from './code-bundle.ts';
import type { Connection } from './connect.ts';
import { startProgress } from './progress.ts';
import type { loadCodeBundle } from './run.ts';

type Loaded = Awaited<ReturnType<typeof loadCodeBundle>>;
type Runtime = ReturnType<Loaded['bundle']['makeRuntime']>;

/** Builds sites with a progress line for each, and says what came of it. Returns whether all of them went live. */
export async function publishSites(
  { bundle }: Loaded,
  runtime: Runtime,
  connection: Connection,
  sites: readonly SiteId[],
  options: Pick<Parameters<Loaded['bundle']['buildSites']>[1], 'isFirstStart' | 'keepsUnchanged'> = {},
): Promise<boolean> {
  const known = await expectData(
    'sites',
    runtime.serviceClient.from('sites').select('id'),
    z.array(z.object({ id: z.string() })),
  );
  const missing = sites.filter((site) => !known.some(({ id }) => id === site));
  if (missing.length > 0) {
    console.error(
      `The database has no ${missing.join(', ')} site. Load content first, for example the demo's: npm run content -- import supabase/seed`,
    );
    return false;
  }
  const bars = new Map<string, ReturnType<typeof startProgress>>();
  const show = (name: string, done: number, total: number) => {
    let bar = bars.get(name);
    if (!bar) bars.set(name, (bar = startProgress(name)));
    bar.update(done, total);
    if (done !== total) return;
    bar.end();
    bars.delete(name);
  };
  const results = await bundle.buildSites(runtime, {
    sites,
    entry: codeBundleEntry,
    assetsDirectory,
    secretKey: connection.secretKey,
    ...options,
    onProgress: show,
    onSending: (site, done, total) => show(`${site} to storage`, done, total),
  });
  let allLive = true;
  for (const [site, result] of results) {
    if (!result.ok) {
      console.error(result.failure.message);
      allLive = false;
      continue;
    }
    const { outputs, kept, milliseconds, failures } = result.value;
    const unread = kept === 0 ? '' : `, ${kept} of them as before`;
    console.log(`  ${site}: ${outputs} files in ${(milliseconds / 1000).toFixed(1)} s${unread}`);
    for (const { path, failure } of failures) console.error(`  ${site} ${path}: ${failure.message}`);
  }
  return allLive;
}
