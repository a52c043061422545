import path from 'node:path';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { makeTable } from '#domain/objects.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import type { Calls } from '#content/clients/database.ts';
import type { BucketAddress } from './bucket/bucket-address.ts';
import { BucketObjects } from './bucket/bucket-objects.ts';
import { MirrorTarget } from './bucket/mirror-target.ts';
import { PointerTarget } from './bucket/pointer-target.ts';
import { S3Bucket } from './bucket/s3-bucket.ts';
import { followDirectory } from './follow-directory.ts';
import type { Follower, TagsOf } from './follower.ts';
import { localDirectory } from './local-directory.ts';
import { buildsName } from './builds-name.ts';
import type { Target } from './target.ts';

type Targets = Readonly<Record<SiteId, Target>>;

/** Where sites are published: a directory each, and buckets that follow it. */
type Places = {
  outDirectory: string;
  buckets: readonly BucketAddress[];
  /** How many days is kept what was public before; 0 where nothing is. */
  historyDays: number;
};

const tagRows = z.array(z.tuple([z.number(), z.string(), z.array(z.string())]));

/** The targets of all sites. */
export function makeTargets({ outDirectory, buckets, historyDays }: Places, calls: Calls): Targets {
  const makers = buckets.map(makeFollowers);
  const make = (site: SiteId): Target => {
    const directory = path.join(outDirectory, site);
    return followDirectory(
      localDirectory(directory, { keepsArchive: historyDays > 0 }),
      (build) => path.join(directory, buildsName, build),
      makers.map((makeFollower) => makeFollower(site)),
      () => readTags(calls, site),
    );
  };
  return makeTable(siteIds, make);
}

/** Makes the followers of one bucket, which share its objects. */
function makeFollowers(address: BucketAddress): (site: SiteId) => Follower {
  const bucket = new S3Bucket(address);
  if (address.mode === 'mirror') return (site) => new MirrorTarget(bucket, site);
  const objects = new BucketObjects(bucket);
  return (site) => new PointerTarget(objects, site);
}

/** What the published files of a site depend on. */
async function readTags(calls: Calls, site: SiteId): Promise<TagsOf> {
  const tags = new Map<string, string[]>();
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: z.infer<typeof tagRows> = await callFunction(calls, 'output_tags_of', tagRows, {
      p_site: site,
      p_after: after,
    });
    for (const [, publicPath, own] of rows) tags.set(outputFile(publicPath), own);
    after = rows.at(-1)?.[0];
  }
  return (file) => tags.get(file) ?? [];
}
