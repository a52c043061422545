import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import { archiveFiles } from '#publish/archive/archive-files.ts';
import { readArchived } from '#publish/archive/read-archived.ts';
import { CatalogueChanges } from '../fixtures/catalogue/catalogue-changes.ts';
import { readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seeds } from '../fixtures/seeds.ts';
import { expectOk } from '../../scripts/run.ts';

/** Whatever is changed, built and put back: at every moment history names what was public then, and has its bytes. */
const rounds = getRepeats({ test: 4, full: 60 });

describe.each(seeds)('what was public, with seed %i', (seed) => {
  let setup: PublishingSetup;
  beforeAll(async () => {
    setup = await openPublishingSetup(smallSite, { isBuilt: true, environment: { HISTORY_DAYS: '30' } });
  });
  afterAll(() => setup.close());

  const query = <T extends object>(sql: string, parameters?: unknown[]) => setup.embedded.query<T>(sql, parameters);
  const rootOf = (site: SiteId) => path.join(setup.outDirectory, site);

  type Snapshot = { site: SiteId; at: string; after: string; files: Map<string, string> };
  const snapshots: Snapshot[] = [];

  async function look(after: string): Promise<void> {
    for (const site of siteIds) {
      const files = await setup.liveTree(site);
      const [row] = await query<{ at: string }>(`select clock_timestamp()::text as at`);
      snapshots.push({ site, at: row?.at ?? '', after, files });
    }
  }

  async function compare({ site, at, files, after }: Snapshot): Promise<string[]> {
    const rows = await query<{ path: string; hash: string | null }>(
      `select path, public.output_at($1, path, $2::timestamptz) ->> 'hash' as hash
       from (select distinct path from public.output_history where site_id = $1) p`,
      [site, at],
    );
    const wrong: string[] = [];
    const known = new Set<string>();
    for (const { path: place, hash } of rows) {
      const file = outputFile(place);
      known.add(file);
      const bytes = hash === null ? null : await readArchived(rootOf(site), file, hash);
      const text = bytes && new TextDecoder().decode(bytes);
      if (text !== (files.get(file) ?? null))
        wrong.push(`${site} ${place}: ${hash === null ? 'nothing' : text === null ? 'lost' : 'other bytes'}`);
    }
    for (const file of files.keys()) if (!known.has(file)) wrong.push(`${site} ${file}: not known`);
    return wrong.map((line) => `${line}, after ${after}`);
  }

  it('is known of every address at every moment, with its bytes', async () => {
    const random = makeRandom(seed);
    const tables = await readCatalogue(query);
    const changes = new CatalogueChanges({ query, tables, random, clock: setup.clock });
    await look('the first build');
    for (let round = 0; round < rounds; round += 1) {
      const names: string[] = [];
      for (let index = 0; index < 4; index += 1) names.push(await changes.change());
      if (changes.takeSilent()) await setup.runtime.reconciler.run();
      await setup.runtime.publisher.drain();
      await look(names.join('; '));
      if (round % 4 === 1) {
        await setup.build(['main']);
        await look('a build');
      }
      if (round % 4 === 3) {
        expectOk(await setup.bundle.rollbackSite(setup.runtime, 'main'));
        await look('going back');
        await setup.build(['main']);
        await look('a build that goes on');
      }
      if (round % 3 === 2) for (const site of siteIds) await archiveFiles(rootOf(site));
    }
    const wrong: string[] = [];
    for (const snapshot of snapshots) wrong.push(...(await compare(snapshot)));
    expect(wrong).toEqual([]);
  });
});
