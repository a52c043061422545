import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { z } from 'zod';
import { answerWithin } from '#content/clients/answer-within.ts';
import { DatabaseUnavailable, expectData } from '#content/clients/client.ts';
import type { Calls, ServiceDatabase } from '#content/clients/database.ts';
import { siteIds } from '#domain/sites.ts';
import type { Receipt } from '#publish/queue/publisher.ts';
import type { RenderPage } from '#publish/draw/render.ts';
import { monitoringMilliseconds } from './examine-health.ts';

/** Seconds, from a file that is served to a build that is waited for. */
const buckets = [0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.15, 0.3, 0.6, 1, 2, 5, 10, 30];

const seconds = z.number().nullable();
const waitingAnswer = z.object({
  changes: z.number(),
  oldest_change_seconds: seconds,
  lanes: z.array(z.object({ site: z.string(), lane: z.string(), outputs: z.number(), oldest_seconds: seconds })),
  failed: z.array(z.object({ site: z.string(), outputs: z.number() })),
  paused: z.array(z.string()),
  unknown: z.array(z.string()),
  last: z.array(z.object({ site: z.string(), at: z.number() })),
  deliveries: z.object({ waiting: z.number(), oldest_seconds: seconds }),
  purges: z.object({ waiting: z.number(), oldest_seconds: seconds, unseen: z.number() }),
});

/** What Prometheus is told of a server process: what it counts by itself, and what waits in the database when it is asked. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#histogram('website_request_seconds', 'Time to answer requests.', ['endpoint', 'status']);
  readonly #publishes = this.#counter('website_publishes_total', 'Publishes of this process.', ['site', 'cause']);
  readonly #outputs = this.#counter('website_published_outputs_total', 'What publishes did to files.', [
    'site',
    'change',
  ]);
  readonly #publishSeconds = this.#histogram('website_publish_seconds', 'From the claim of outputs to their receipt.', [
    'lane',
  ]);
  readonly #switchSeconds = this.#histogram(
    'website_switch_seconds',
    'From the first file of a publish that became live to the last.',
  );
  readonly #renderSeconds = this.#histogram('website_render_seconds', 'Rendering of one page.');
  readonly #putSeconds = this.#histogram(
    'website_put_seconds',
    'Writing of one file, until it is there to be put live.',
  );
  readonly #callSeconds = this.#histogram('website_database_call_seconds', "Calls of the publisher's database.");
  readonly #callsUnderWay = this.#gauge(
    'website_database_calls_under_way',
    "Calls of the publisher's database that are under way. More than website_database_sessions wait for one another.",
  );
  readonly #sessions = this.#gauge('website_database_sessions', "Sessions of the publisher's database, at most.");
  readonly #deliveries = this.#counter('website_form_deliveries_total', 'Attempts to announce a submission.', [
    'channel',
    'outcome',
  ]);
  readonly #purges = this.#counter('website_purges_total', 'Calls of the cache in front of the sites.', ['outcome']);
  readonly #seenSeconds = this.#histogram(
    'website_seen_live_seconds',
    'From the purge of a change until visitors were seen to get it.',
  );
  readonly #purgesWaiting = this.#gauge('website_purges_waiting', 'Changes that the cache has not been told of.');
  readonly #oldestPurge = this.#gauge('website_purges_oldest_seconds', 'Age of the oldest of these.');
  readonly #unseen = this.#gauge(
    'website_purges_unseen',
    'Changes that visitors were not seen to get, of the last day.',
  );
  readonly #isAnswered = this.#gauge('website_database_up', 'Whether the database answered.');
  readonly #isFailing = this.#gauge(
    'website_publishing_failing',
    'Whether nothing can be published, or not to a site.',
  );
  readonly #changes = this.#gauge('website_queue_changes', 'Changes of content that have not been looked at.');
  readonly #oldestChange = this.#gauge('website_queue_oldest_seconds', 'Age of the oldest of these changes.');
  readonly #stale = this.#gauge('website_stale_outputs', 'Files that wait to be published.', ['site', 'lane']);
  readonly #oldestStale = this.#gauge('website_stale_oldest_seconds', 'For how long the first of these has waited.', [
    'site',
    'lane',
  ]);
  readonly #failed = this.#gauge('website_failed_outputs', 'Pages that keep their last good version.', ['site']);
  readonly #paused = this.#gauge('website_site_paused', 'Whether nothing is published to a site after a roll-back.', [
    'site',
  ]);
  readonly #unknown = this.#gauge(
    'website_site_rebuilding',
    'Whether a site has to be built anew, since its files are of a state that the database does not know.',
    ['site'],
  );
  readonly #last = this.#gauge('website_last_publish_timestamp_seconds', 'When a site was published last.', ['site']);
  readonly #deliveriesWaiting = this.#gauge(
    'website_form_deliveries_waiting',
    'Submissions that wait to be announced.',
  );
  readonly #oldestDelivery = this.#gauge('website_form_deliveries_oldest_seconds', 'Age of the oldest of these.');

  /** Begins to measure memory, garbage collection, and the event loop. */
  observeProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** @param endpoint the name in `src/domain/addresses/endpoints.ts`; no path, of which there are too many */
  observeRequest(endpoint: string, status: number, milliseconds: number): void {
    this.#requests.observe({ endpoint, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
  }

  observePublish({ site, cause, items, forPeople, milliseconds, switchMilliseconds }: Receipt): void {
    this.#publishes.inc({ site, cause });
    for (const { change } of items) this.#outputs.inc({ site, change });
    this.#publishSeconds.observe({ lane: forPeople ? 'people' : 'others' }, milliseconds / 1000);
    if (switchMilliseconds !== null) this.#switchSeconds.observe(switchMilliseconds / 1000);
  }

  observePut(milliseconds: number): void {
    this.#putSeconds.observe(milliseconds / 1000);
  }

  observePurge(outcome: 'purged' | 'failed'): void {
    this.#purges.inc({ outcome });
  }

  observeSeen(milliseconds: number): void {
    this.#seenSeconds.observe(milliseconds / 1000);
  }

  observeDelivery(channel: string, outcome: 'delivered' | 'failed'): void {
    this.#deliveries.inc({ channel, outcome });
  }

  /** A renderer whose time is measured. */
  timed(renderPage: RenderPage): RenderPage {
    return async (...input) => {
      const end = this.#renderSeconds.startTimer();
      try {
        return await renderPage(...input);
      } finally {
        end();
      }
    };
  }

  /** The database, whose calls are measured. */
  counted(database: ServiceDatabase): ServiceDatabase {
    this.#sessions.set(database.sessions);
    return {
      ...database,
      rpc: async (...call) => {
        const end = this.#callSeconds.startTimer();
        this.#callsUnderWay.inc();
        try {
          return await database.rpc(...call);
        } finally {
          end();
          this.#callsUnderWay.dec();
        }
      },
    };
  }

  /**
   * Everything in Prometheus' text format. Without the database, what this process knows by itself is there all the same,
   * and `website_database_up` is 0.
   */
  async write(calls: Calls, isFailing: boolean): Promise<{ contentType: string; text: string }> {
    this.#isFailing.set(isFailing ? 1 : 0);
    // What is not said anew is not known any more.
    for (const gauge of [this.#changes, this.#oldestChange, this.#stale, this.#oldestStale, this.#failed])
      gauge.reset();
    for (const gauge of [this.#paused, this.#unknown, this.#last, this.#deliveriesWaiting, this.#oldestDelivery])
      gauge.reset();
    for (const gauge of [this.#purgesWaiting, this.#oldestPurge, this.#unseen]) gauge.reset();
    try {
      await this.#readWaiting(calls);
      this.#isAnswered.set(1);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      this.#isAnswered.set(0);
    }
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  async #readWaiting(calls: Calls): Promise<void> {
    const asked = answerWithin(monitoringMilliseconds, calls.rpc('publish_metrics', { p_sites: [...siteIds] }));
    const waiting = await expectData('publish_metrics', asked, waitingAnswer);
    this.#changes.set(waiting.changes);
    this.#oldestChange.set(waiting.oldest_change_seconds ?? 0);
    for (const { site, lane, outputs, oldest_seconds } of waiting.lanes) {
      this.#stale.set({ site, lane }, outputs);
      this.#oldestStale.set({ site, lane }, oldest_seconds ?? 0);
    }
    for (const { site, outputs } of waiting.failed) this.#failed.set({ site }, outputs);
    for (const site of siteIds) {
      this.#paused.set({ site }, waiting.paused.includes(site) ? 1 : 0);
      this.#unknown.set({ site }, waiting.unknown.includes(site) ? 1 : 0);
    }
    for (const { site, at } of waiting.last) this.#last.set({ site }, at);
    this.#purgesWaiting.set(waiting.purges.waiting);
    this.#oldestPurge.set(waiting.purges.oldest_seconds ?? 0);
    this.#unseen.set(waiting.purges.unseen);
    this.#deliveriesWaiting.set(waiting.deliveries.waiting);
    this.#oldestDelivery.set(waiting.deliveries.oldest_seconds ?? 0);
  }

  #counter<L extends string = never>(name: string, help: string, labelNames: L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge<L extends string = never>(name: string, help: string, labelNames: L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<L extends string = never>(name: string, help: string, labelNames: L[] = []): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }
}
