import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { type Client, expectData } from '#content/client.ts';
import { readConfig } from '#server/config.ts';
import { assetsDirectory, codeBundleEntry } from '../code-bundle.ts';
import { addUser } from '../add-user.ts';
import { connect } from '../connect.ts';
import { expectOk, loadCodeBundle } from '../run.ts';

/**
 * A publisher in a process of its own, as `npm run build` and `npm start` are: `build` builds the main site once and
 * reports the result; `deploy` does so with what the code of the build before may have drawn otherwise; `serve` serves it and takes requests over the process channel; `upkeep` does that as well, with what is
 * done after pages are live. The environment configures it.
 */
export type BuildReport = {
  type: 'built';
  outputs: number;
  failures: number;
  milliseconds: number;
  peakBytes: number;
  cpuMilliseconds: number;
};
export type ServeRequest =
  | { type: 'publish-page'; pageId: number; moduleId: number; text: string }
  // As an editor: published before everything else.
  | { type: 'publish-page-as-editor'; pageId: number; moduleId: number; text: string }
  | { type: 'change-product'; productId: number; text: string }
  // Answers at once: its pages are published while other requests are.
  | { type: 'change-menu'; text: string }
  | { type: 'publish-nothing' }
  // Answers when a change of the menu is live on all pages, and reported: with the moment at which it was live.
  | { type: 'wait-for-menu' }
  | { type: 'measure-memory' };
/** Times are milliseconds since the epoch, so that another process can compare them. */
export type ServeReport =
  | { type: 'ready' }
  | { type: 'memory'; residentBytes: number }
  // `liveAt` is when the last changed file was read back from where visitors are served; null when none was.
  | { type: 'done'; committedAt: number; liveAt: number | null; doneAt: number; changed: number; menuGoesOn: boolean };

const now = () => performance.timeOrigin + performance.now();

async function start() {
  const config = expectOk(readConfig(process.env));
  const [connection, loaded] = await Promise.all([connect(config).then(expectOk), loadCodeBundle(config)]);
  const runtime = loaded.bundle.makeRuntime(config, connection, loaded.code, {
    buildFiles: { entry: codeBundleEntry, assetsDirectory, secretKey: connection.secretKey },
  });
  loaded.bundle.setRuntime(runtime);
  return { connection, runtime, bundle: loaded.bundle };
}

async function build(keepsUnchanged: boolean): Promise<void> {
  const { connection, runtime, bundle } = await start();
  const results = await bundle.buildSites(runtime, {
    sites: ['main'],
    entry: codeBundleEntry,
    assetsDirectory,
    secretKey: connection.secretKey,
    keepsUnchanged,
  });
  const result = results.get('main');
  if (!result) throw new Error('The main site was not built');
  const { outputs, failures, milliseconds } = expectOk(result);
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  report({
    type: 'built',
    outputs,
    failures: failures.length,
    milliseconds,
    peakBytes: maxRSS * 1024,
    cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000,
  });
  await runtime.close();
  await connection.close();
}

async function serve(hasUpkeep: boolean): Promise<void> {
  const { connection, runtime, bundle } = await start();
  const server = expectOk(await bundle.serve({ runtime, version: '', handleRequest: bundle.handleRequest }));
  await runtime.publisher.warmUp();
  await runtime.publisher.start();
  await runtime.publisher.drain();
  const stopUpkeep = hasUpkeep ? bundle.startUpkeep(runtime) : async () => {};
  let changed = 0;
  let liveAt: number | null = null;
  let menuGoesOn = false;
  let menuLiveAt: number | null = null;
  runtime.publisher.onReceipt(({ items }) => {
    for (const { change: what, seen_live_at } of items) {
      if (what !== 'changed' || seen_live_at === null) continue;
      changed += 1;
      liveAt = Math.max(liveAt ?? 0, Date.parse(seen_live_at));
      if (menuGoesOn) menuLiveAt = Math.max(menuLiveAt ?? 0, Date.parse(seen_live_at));
    }
  });
  const editor = expectOk(
    await addUser(connection, {
      email: 'editor@bench.example',
      password: 'bench-the-site-2026',
      role: 'editor',
      name: 'Bench',
    }),
  ).userId;
  let draining = Promise.resolve();
  const publish = async (request: ServeRequest): Promise<void> => {
    if (request.type === 'change-menu') {
      menuGoesOn = true;
      menuLiveAt = null;
      draining = runtime.publisher.drain().finally(() => (menuGoesOn = false));
    } else if (request.type === 'wait-for-menu') {
      await draining;
      liveAt = menuLiveAt;
    } else
      await (request.type === 'publish-page-as-editor'
        ? runtime.publisher.publishForPeople()
        : runtime.publisher.drain());
  };
  // One after another, as the bench waits for each.
  process.on('message', (request: ServeRequest) => {
    if (request.type === 'measure-memory') {
      report({ type: 'memory', residentBytes: process.memoryUsage.rss() });
      return;
    }
    void (async () => {
      changed = 0;
      liveAt = null;
      const committedAt = await change(runtime.serviceClient, editor, request);
      await publish(request);
      report({ type: 'done', committedAt, liveAt, doneAt: now(), changed, menuGoesOn });
    })();
  });
  process.on('disconnect', () => {
    void (async () => {
      await server.stop();
      await stopUpkeep();
      await runtime.close();
      await connection.close();
      process.exit(0);
    })();
  });
  report({ type: 'ready' });
}

/** Makes a change as an editor's action does, and answers with the moment at which the database had committed it. */
async function change(
  client: Client,
  editor: string,
  request: Exclude<ServeRequest, { type: 'measure-memory' }>,
): Promise<number> {
  switch (request.type) {
    case 'publish-page':
    case 'publish-page-as-editor': {
      const { data } = await client
        .from('module_locales')
        .select('data')
        .eq('module_id', request.moduleId)
        .eq('locale', 'en')
        .single();
      const changedData = { ...z.record(z.string(), z.json()).parse(data?.data), title: request.text };
      await client
        .from('module_locales')
        .update({ data: changedData })
        .eq('module_id', request.moduleId)
        .eq('locale', 'en');
      const { pageId } = request;
      const publishing =
        request.type === 'publish-page'
          ? client.rpc('publish_pages', { p_page_ids: [pageId] })
          : client.rpc('publish_draft', { p_actor: editor, p_page_id: pageId });
      await expectData('publish_pages', publishing, z.unknown());
      return now();
    }
    case 'change-menu': {
      // Every page shows it, in whatever language.
      const label = Object.fromEntries(locales.map((locale) => [locale, request.text]));
      const items = [{ id: 'home', label, link: 1 }];
      const { error } = await client
        .from('menus')
        .upsert({ site_id: 'main', name: 'main', items }, { onConflict: 'site_id,name' });
      if (error) throw new Error(error.message);
      return now();
    }
    case 'change-product': {
      const { error } = await client
        .from('products')
        .update({ display_name: request.text })
        .eq('id', request.productId);
      if (error) throw new Error(error.message);
      return now();
    }
    case 'publish-nothing':
    case 'wait-for-menu':
      return now();
  }
}

function report(message: BuildReport | ServeReport): void {
  process.send?.(message);
}

const [, , role] = process.argv;
if (role === 'build' || role === 'deploy') {
  await build(role === 'deploy');
  process.exit(0);
}
await serve(role === 'upkeep');
