import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { expectData } from '#content/clients/client.ts';
import { outputFile } from '#edge/output-file.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
import type { Runtime } from '#server/runtime.ts';

const batchSize = 500;

/** Notes what visitors get now at each path that ever had something: after a site was put back, that is not what was published last. */
export async function noteLive({ config, database }: Runtime, site: SiteId): Promise<void> {
  const live = path.join(config.outDirectory, site, 'current');
  for (let after = ''; ;) {
    const paths = await expectData(
      'output_history_paths',
      database.rpc('output_history_paths', { p_site: site, p_after: after, p_limit: batchSize }),
      z.array(z.string()),
    );
    const outputs: { path: string; hash: string | null }[] = [];
    for (const one of paths) outputs.push({ path: one, hash: await hashIn(live, outputFile(one)) });
    const note = database.rpc('output_history_note', { p_site: site, p_outputs: outputs });
    await expectData('output_history_note', note, z.unknown());
    const last = paths.at(-1);
    if (last === undefined || paths.length < batchSize) return;
    after = last;
  }
}

async function hashIn(directory: string, file: string): Promise<string | null> {
  try {
    return hashBytes(await readFile(path.join(directory, file)));
  } catch {
    return null;
  }
}
