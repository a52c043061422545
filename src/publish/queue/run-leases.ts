import type { SiteId } from '#domain/sites.ts';
import { type LostLease, type LostLeases } from '#publish/commit/lost-leases.ts';
import { outputName, toOutputKey } from '#publish/commit/report.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import type { LiveWriter } from '#publish/targets/target.ts';
import type { OutputPublisher } from './publish-outputs.ts';
import { type Claim, type ClaimOptions, type QueueClaims, leaseSeconds } from './queue-claims.ts';

/** So much sooner than a lease ends nothing is begun under it, and other places refuse what is sent under it. */
export const marginSeconds = 3;

type RunLeasesOptions = {
  worker: string;
  /** See `PublishRun`. */
  isLong: boolean;
  claims: QueueClaims;
  lost: LostLeases;
  outputs: OutputPublisher;
};

/** The leases of one run: what it claims, where it may write under them, and for how long. */
export class RunLeases {
  readonly #options: RunLeasesOptions;
  /** The ends of leases of batches that are being staged, and of those that are. */
  readonly #unstaged = new Set<string>();
  readonly #stagedUntil = new Set<string>();
  /** By site, opened before the first claim: whoever takes a lease over finds what is staged there. */
  readonly #writers = new Map<SiteId, Promise<LiveWriter>>();
  /** When the first lease began, by the clocks of the places of each site, and by those of this machine. */
  readonly #begun = new Map<SiteId, readonly number[]>();
  #leasedAt: { monotonic: number; clock: number } | null = null;
  #number = Number.POSITIVE_INFINITY;

  constructor(options: RunLeasesOptions) {
    this.#options = options;
  }

  /** The smallest number of its leases. */
  get number(): number {
    return this.#number;
  }

  /** Whether they hold, as far as this machine can tell: a clock may be set, and one may stand still while the machine sleeps. */
  get areHeld(): boolean {
    if (this.#options.isLong || !this.#leasedAt) return true;
    const { monotonic, clock } = this.#leasedAt;
    const elapsed = Math.max(performance.now() - monotonic, Date.now() - clock);
    return elapsed < (leaseSeconds - marginSeconds) * 1000;
  }

  /** When the first began, by the clocks of the places of a site. */
  listMoments(site: SiteId): readonly number[] {
    return this.#begun.get(site) ?? [];
  }

  /** Where files of a site are staged under them. */
  openWriter(site: SiteId): Promise<LiveWriter> {
    return this.#writers.get(site) ?? this.#options.outputs.writers.open(site, this.#options.worker);
  }

  /** Claims outputs, but for those that others have published meanwhile. */
  async claim(options: Omit<ClaimOptions, 'stagedBefore' | 'lostAfter'>): Promise<Claim> {
    const { worker, claims, lost } = this.#options;
    await this.#open(options.sites);
    const claim = await claims.claim(worker, { ...options, stagedBefore: this.#stagedBefore, lostAfter: lost.after });
    if (claim.outputs.length > 0) this.#unstaged.add(claim.lease_until);
    this.#number = Math.min(this.#number, ...claim.outputs.map(({ lease }) => lease));
    // Before anything is read or staged.
    const outputs = await this.#settleLost(claim.lost, claim.outputs);
    return { ...claim, outputs };
  }

  async claimRedirects(site: SiteId): Promise<ClaimedOutput | null> {
    const { worker, claims, lost } = this.#options;
    const claim = await claims.claimRedirects(worker, site, lost.after);
    const [output] = await this.#settleLost(claim.lost, claim.output ? [claim.output] : []);
    return output ?? null;
  }

  /** Notes that the outputs of a claim are staged. */
  noteStaged({ lease_until }: Claim): void {
    this.#unstaged.delete(lease_until);
    this.#stagedUntil.add(lease_until);
  }

  /** The end of the last lease whose outputs are staged, as those of all earlier ones. */
  get #stagedBefore(): string | null {
    if (!this.#options.isLong) return null;
    const [first] = [...this.#unstaged].toSorted();
    const staged = [...this.#stagedUntil].filter((end) => first === undefined || end < first).toSorted();
    return staged.at(-1) ?? null;
  }

  /** Those of some claimed outputs that are this run's, once what others have lost is revoked. */
  async #settleLost<O extends Claim['outputs'][number]>(
    lost: readonly LostLease[],
    outputs: readonly O[],
  ): Promise<O[]> {
    const { worker } = this.#options;
    if (lost.some((each) => each.worker === worker && each.number > this.#number)) {
      throw new Error('Leases of this run are lost: others publish its outputs');
    }
    const passed = await this.#options.lost.settle(lost, worker);
    return outputs.filter((output) => {
      const named = outputName.safeParse(output);
      return !named.success || passed.get(toOutputKey(named.data)) !== output.lease;
    });
  }

  /** What cannot be opened is told when something of the site is to be staged. */
  async #open(sites: readonly SiteId[]): Promise<void> {
    this.#leasedAt ??= { monotonic: performance.now(), clock: Date.now() };
    for (const site of sites) {
      const opening = this.openWriter(site);
      this.#writers.set(site, opening);
      const writer = await opening.catch(() => null);
      if (writer && !this.#begun.has(site)) this.#begun.set(site, writer.moments());
    }
  }
}
