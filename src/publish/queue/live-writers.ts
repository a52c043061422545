import type { SiteId } from '#domain/sites.ts';
import type { LiveWriter, Target } from '#publish/targets/target.ts';

/** The live builds of sites, each opened once for every worker that stages there. */
export class LiveWriters {
  readonly #targets: Readonly<Record<SiteId, Target>>;
  /** By site and worker. */
  readonly #writers = new Map<string, { site: SiteId; writer: LiveWriter }>();

  constructor(targets: Readonly<Record<SiteId, Target>>) {
    this.#targets = targets;
  }

  /** @param worker who stages there, under leases that it has or is yet to claim */
  async open(site: SiteId, worker?: string): Promise<LiveWriter> {
    const target = this.#targets[site];
    const key = `${site} ${worker ?? ''}`;
    const known = this.#writers.get(key);
    if (known && known.writer.build === (await target.currentBuild()) && known.writer.isOpen()) return known.writer;
    const writer = await target.openCurrent(worker);
    if (!writer) throw new Error(`The ${site} site has no build to publish to`);
    this.#writers.set(key, { site, writer });
    return writer;
  }

  /** Opens the live build of a site anew at the next batch: its directory may have gone. */
  reopen(site: SiteId): void {
    for (const [key, writer] of this.#writers) if (writer.site === site) this.#writers.delete(key);
  }
}
