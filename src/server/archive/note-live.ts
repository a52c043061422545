import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
import type { Runtime } from '#server/runtime.ts';

const batchSize = 500;

/** Notes what visitors get now at each path that ever had something: after a site was put back, that is not what was published last. */
export async function noteLive({ config, database }: Runtime, site: SiteId): Promise<void> {
  const live = path.join(config.outDirectory, site, 'current');
  for (let after = ''; ;) {
    const paths = await callFunction(database, 'output_history_paths', z.array(z.string()), {
      p_site: site,
      p_after: after,
      p_limit: batchSize,
    });
    const outputs: { path: string; hash: string | null }[] = [];
    for (const one of paths) outputs.push({ path: one, hash: await hashIn(live, outputFile(one)) });
    await callFunction(database, 'output_history_note', z.unknown(), { p_site: site, p_outputs: outputs });
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
