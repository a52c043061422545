import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteIds } from '#domain/sites.ts';
import { CatalogueChanges } from '../fixtures/catalogue/catalogue-changes.ts';
import { readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seeds } from '../fixtures/seeds.ts';

/** Whatever anybody does to any table that the catalogue lists, the published files equal a full build, byte for byte. */
const batches = getRepeats({ test: 2, full: 200 });
const changesPerBatch = getRepeats({ test: 10, full: 5 });

describe.each(seeds)('changes of every table with seed %i', (seed) => {
  let setup: PublishingSetup;

  beforeAll(async () => {
    setup = await openPublishingSetup(smallSite, { isBuilt: true });
  });
  afterAll(() => setup.close());

  it(`publishes ${batches * changesPerBatch} changes of the catalogue's tables as a full build would`, async () => {
    const random = makeRandom(seed);
    const query = (sql: string, parameters?: unknown[]) => setup.embedded.query(sql, parameters);
    const tables = await readCatalogue(query);
    const changes = new CatalogueChanges({ query, tables, random, clock: setup.clock });
    const { publisher, reconciler } = setup.runtime;
    for (let batch = 0; batch < batches; batch += 1) {
      const names: string[] = [];
      for (let index = 0; index < changesPerBatch; index += 1) names.push(await changes.change());
      if (changes.takeSilent()) await reconciler.run();
      await publisher.drain();
      for (const site of siteIds) {
        const differences = compareTrees(
          await setup.liveTree(site),
          await setup.fullTree(site),
          await setup.keptFiles(site),
        );
        expect(differences, `seed ${seed}, batch ${batch}, ${site}, after ${names.join('; ')}`).toEqual([]);
      }
    }
  });
});
