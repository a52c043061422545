import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registeredTypes } from '#modules/definitions.ts';
import { assetsDirectory, codeBundleEntry } from '../../scripts/code-bundle.ts';
import { expectOk } from '../../scripts/run.ts';
import { makeRandom } from '../fixtures/random.ts';
import { changes } from '../fixtures/random-changes.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { largerSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { getRepeats, seeds } from '../fixtures/seeds.ts';

/** Deploys code that differs in one type of module, by its name. */
async function deploy({ bundle, runtime, embedded, clock }: PublishingSetup, type: string): Promise<void> {
  const { parts } = runtime.code;
  const code = { ...runtime.code, parts: { ...parts, types: { ...parts.types, [type]: 'other' } } };
  const results = await bundle.buildSites(
    { ...runtime, code },
    {
      sites: ['main'],
      entry: codeBundleEntry,
      assetsDirectory,
      secretKey: embedded.secretKey,
      at: clock.now.toISOString(),
      keepsUnchanged: true,
    },
  );
  for (const result of results.values()) expectOk(result);
}

/** Invariant 1: after any sequence of changes, the incrementally published files equal a full build, byte for byte. */
const batches = getRepeats({ test: 2, full: 40 });
const changesPerBatch = getRepeats({ test: 15, full: 5 });

describe.each(seeds)('soundness with seed %i', (seed) => {
  let setup: PublishingSetup;

  beforeAll(async () => {
    setup = await openPublishingSetup(largerSite(seed), { isBuilt: true });
  });
  afterAll(() => setup.close());

  it(`publishes ${batches * changesPerBatch} random changes as a full build would`, async () => {
    const random = makeRandom(seed);
    const client = setup.runtime.serviceClient;
    const happened: string[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      const names: string[] = [];
      for (let index = 0; index < changesPerBatch; index += 1) {
        const change = random.pick(changes);
        names.push(change.name);
        try {
          await change.run(client, random, setup.clock);
        } catch (error) {
          throw new Error(`seed ${seed}, batch ${batch}, ${change.name}`, { cause: error });
        }
      }
      happened.push(...names);
      // Every other time new code comes while the changes wait: it is to publish them too.
      if (batch % 2 === 1) await deploy(setup, random.pick(registeredTypes));
      // Addresses that a build has withdrawn are published after it.
      await setup.runtime.publisher.drain();
      const differences = compareTrees(
        await setup.liveTree('main'),
        await setup.fullTree('main'),
        await setup.keptFiles('main'),
      );
      expect(differences, `seed ${seed}, batch ${batch} after ${names.join(', ')}`).toEqual([]);
    }
    expect(happened.length).toBe(batches * changesPerBatch);
  });
});
