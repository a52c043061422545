import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, isSiteId, siteIds } from '#domain/sites.ts';
import { changeDrafts } from '#changes/change-set.ts';
import { planPublish } from '#publish/plan/plan.ts';
import type { PlannedOutput } from '#publish/plan/planned-output.ts';
import type { Receipt } from '#publish/queue/publisher.ts';
import { findTarget } from '#content/reading/find-target.ts';
import { type OutcomeReceipt, awaitOutcome, findEdits } from '#content/publishing/publish-outcome.ts';
import { renderPage } from '#astro/render-page.ts';
import { requestContext } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';
import { isOfOtherCode } from './build-sites.ts';

type PublishRequest = { page: string | null; dryRun: boolean };
/** A receipt of this process, or of another one. */
type KnownReceipt = Pick<Receipt, 'id' | 'site' | 'items'> & Partial<Receipt>;

type PublishAnswer =
  | { dryRun: true; outputs: PlannedOutput[] }
  | {
      dryRun: false;
      receipts: KnownReceipt[];
      /** False where the draft of the page was published already. */
      published: boolean;
      /** How much waits all the same. */
      waiting: number;
    };

/**
 * `npm run publish`: publishes what waits in the queue. With a page (`main:/products`), its draft is published first. A server that
 * runs may be faster: the receipts are those of the change, whoever has published it. A dry run renders what would change and writes
 * nothing.
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
      set: changeDrafts(...(page.value === null ? [] : [page.value])),
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
  const drafted = page.value === null ? null : await publishDraft(runtime, page.value);
  const edits = drafted ?? (await findEdits(runtime.serviceClient));
  const own: Receipt[] = [];
  const off = runtime.publisher.onReceipt((receipt) => own.push(receipt));
  try {
    await runtime.publisher.drain();
  } finally {
    off();
  }
  const { receipts, waiting } = await awaitOutcome(runtime.serviceClient, edits);
  return ok({
    dryRun: false,
    receipts: withOwn(receipts, own),
    published: page.value === null || drafted !== null,
    waiting,
  });
}

/** Publishes the draft of a page, and answers what the database calls that; null where the draft was published already. */
async function publishDraft({ serviceClient }: Runtime, pageId: number): Promise<number[] | null> {
  const request = randomUUID();
  const { published } = await requestContext.run({ request }, () =>
    callFunction(serviceClient, 'publish_pages', publishedPages, { p_page_ids: [pageId] }),
  );
  return published.length === 0 ? null : findEdits(serviceClient, request);
}

const publishedPages = z.object({ published: z.array(z.number()) });

/** The receipts, with what this process knows of its own, and those of what it has published besides, such as what the clock has changed. */
function withOwn(receipts: readonly OutcomeReceipt[], own: readonly Receipt[]): KnownReceipt[] {
  const byId = new Map<number, KnownReceipt>(own.map((receipt) => [receipt.id, receipt]));
  for (const receipt of receipts) byId.set(receipt.id, { ...byId.get(receipt.id), ...receipt });
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
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
