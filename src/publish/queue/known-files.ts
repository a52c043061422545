import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import type { SiteId } from '#domain/sites.ts';
import { unknownCauses, unknownReasons } from '#domain/unknown-files.ts';
import type { Calls } from '#content/clients/database.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Log } from '#publish/log.ts';
import type { Mark, Target } from '#publish/targets/target.ts';

const unknownFile = z.object({ site: siteSchema, cause: z.enum(unknownCauses) });
export const unknownFiles = z.array(unknownFile);
type UnknownFiles = z.infer<typeof unknownFile>;

const liveBuild = z.object({ live: z.object({ name: z.string() }).nullable() });

type Place = { site: SiteId } & Mark;

/** What all places of sites say, and which build of each is live that the database does not name as the live one. Changes nothing. */
export async function readPlaces(
  calls: Calls,
  targets: Readonly<Record<SiteId, Pick<Target, 'current' | 'marks' | 'allMarks'>>>,
  sites: readonly SiteId[],
  onUnread: (site: SiteId, reason: string) => void,
): Promise<(Partial<Mark> & { site: SiteId; build: string | null })[]> {
  const places: (Partial<Mark> & { site: SiteId; build: string | null })[] = [];
  for (const site of sites) {
    // In this order: a build that the database does not name as the live one before it is seen here became live since.
    const { live } = await callFunction(calls, 'build_state', liveBuild, { p_site: site });
    const current = targets[site].current();
    places.push({ site, build: current === live?.name ? null : current });
    const marks = await targets[site].allMarks().catch((error: unknown) => {
      onUnread(site, describeError(error));
      return targets[site].marks();
    });
    for (const mark of marks) places.push({ site, build: null, ...mark });
  }
  return places;
}

/**
 * Compares the published files of sites with the database: each place says which database's log its files have, and how far. A database
 * that was put back to an earlier state, or is another one, brings its own index along, by which all would seem well.
 */
export class KnownFiles {
  readonly targets: Readonly<Record<SiteId, Target>>;
  readonly #calls: Calls;
  readonly #log: Log;
  readonly #listeners = new Set<(sites: readonly SiteId[]) => void>();
  #logged: ReadonlySet<SiteId> = new Set();

  constructor(calls: Calls, targets: Readonly<Record<SiteId, Target>>, log: Log) {
    this.#calls = calls;
    this.targets = targets;
    this.#log = log;
  }

  /** What the directories of this machine say. A claim takes it along, so that none is answered by a database that they do not know. */
  listPlaces(sites: readonly SiteId[]): Place[] {
    return sites.flatMap((site) => this.targets[site].marks().map((mark) => ({ site, ...mark })));
  }

  /** Asks all places, and for the build that is live. Answers with the sites that are to be built anew. */
  async compare(sites: readonly SiteId[]): Promise<UnknownFiles[]> {
    const places = await readPlaces(this.#calls, this.targets, sites, (site, reason) =>
      this.#log.warn({ site, reason }, 'What is published elsewhere could not be compared with the database'),
    );
    const unknown = await callFunction(this.#calls, 'publish_places', unknownFiles, { p_places: places });
    this.tell(unknown);
    return unknown.filter(({ site }) => sites.includes(site));
  }

  /** Notes which sites are to be built anew, as the database has told: it is said once. */
  tell(unknown: readonly UnknownFiles[]): void {
    for (const { site, cause } of unknown) {
      if (!this.#logged.has(site)) this.#log.warn({ site, cause }, `${unknownReasons[cause]}: the site is built anew`);
    }
    this.#logged = new Set(unknown.map(({ site }) => site));
    if (unknown.length > 0) for (const listener of this.#listeners) listener([...this.#logged]);
  }

  /** Calls a listener whenever there are sites to be built anew. @returns how to end that */
  onUnknown(listener: (sites: readonly SiteId[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
