import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, isSiteId, siteIds } from '#domain/sites.ts';
import { expectData } from '#content/client.ts';
import { planPublish, type PlannedOutput } from '#publish/plan.ts';
import type { Receipt } from '#publish/publisher.ts';
import { findTarget } from '#content/find-target.ts';
import { renderPage } from '#astro/render-page.ts';
import type { Runtime } from '#server/runtime.ts';
import { isOfOtherCode } from './build-sites.ts';

export type PublishRequest = { page: string | null; dryRun: boolean };
export type PublishAnswer = { dryRun: true; outputs: PlannedOutput[] } | { dryRun: false; receipts: Receipt[] };

/**
 * `npm run publish`: publishes what waits in the queue. With a page (`main:/products`), its draft is published first. A dry
 * run renders what would change and writes nothing.
 */
export async function publishCommand(runtime: Runtime, request: PublishRequest): Promise<Result<PublishAnswer>> {
  const page = request.page === null ? ok(null) : await findPage(runtime, request.page);
  if (!page.ok) return page;
  if (request.dryRun) {
    const outputs = await planPublish({
      client: runtime.serviceClient,
      origins: runtime.config.origins,
      renderPage,
      at: new Date().toISOString(),
      pageId: page.value,
    });
    return ok({ dryRun: true, outputs });
  }
  const others: SiteId[] = [];
  for (const site of siteIds) if (await isOfOtherCode(runtime, site)) others.push(site);
  if (others.length > 0)
    return fail(
      'conflict',
      `Built from another version of the code than this one: ${others.join(', ')}. Publish from that version, or build all sites with this one: npm run publish -- --all`,
    );
  if (page.value !== null) {
    await expectData(
      'publish_pages',
      runtime.serviceClient.rpc('publish_pages', { p_page_ids: [page.value] }),
      z.unknown(),
    );
  }
  const receipts: Receipt[] = [];
  const off = runtime.publisher.onReceipt((receipt) => receipts.push(receipt));
  try {
    await runtime.publisher.drain();
  } finally {
    off();
  }
  return ok({ dryRun: false, receipts });
}

async function findPage(runtime: Runtime, place: string): Promise<Result<number>> {
  const separator = place.indexOf(':');
  const site: string = place.slice(0, separator);
  const path = place.slice(separator + 1);
  if (!isSiteId(site) || !path.startsWith('/')) {
    return fail('invalid', `${JSON.stringify(place)} is not a page. Write <site>:<path>, for example main:/products.`);
  }
  const found = await findTarget(runtime.serviceClient, site satisfies SiteId, path, 'draft');
  if (found?.target.kind !== 'page') return fail('not-found', `The ${site} site has no page at ${path}.`);
  return ok(found.target.ref);
}
