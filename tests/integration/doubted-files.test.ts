import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashBytes } from '#publish/hash-bytes.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { formatBuckets, readMirrored } from '../fixtures/published-places.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { type S3Server, openS3Server } from '../fixtures/s3-server.ts';

/** A publisher that knows of files elsewhere what it has put there itself. */
let setup: PublishingSetup;
let server: S3Server;

beforeAll(async () => {
  server = await openS3Server();
  setup = await openPublishingSetup(smallSite, {
    isBuilt: true,
    environment: { PUBLISH_BUCKETS: formatBuckets(server) },
  });
  setup.clock.now = new Date();
});
afterAll(async () => {
  await setup?.close();
  await server?.close();
});

it('a file that another publisher has found to be another one is sent again by the one that had sent it', async () => {
  const { publisher } = setup.runtime;
  const id = setup.site.productIds[0];
  await setup.embedded.query(`update products set display_name = 'Sent by this one' where id = ${id}`);
  await publisher.drain();
  const [page] = [...(await readMirrored(server))].filter(([, text]) => text.includes('Sent by this one'));
  if (!page) throw new Error('No page shows the product');
  const [file, text] = page;
  await server.store.put(`mirror/main/${file}`, Buffer.from('of somebody else'), {});
  // As another publisher tells of it.
  const found = await setup.embedded.query(
    `select reconcile_files_found('main', jsonb_agg(jsonb_build_object('id', id, 'path', path, 'hash', content_hash))) as files
     from site_outputs where site_id = 'main' and content_hash = '${hashBytes(Buffer.from(text))}'`,
  );
  expect(found).toEqual([{ files: 1 }]);
  await publisher.drain();
  expect((await readMirrored(server)).get(file)).toBe(text);
});
