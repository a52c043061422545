import type { SiteId } from '#domain/sites.ts';
import type { LostLeases } from '#publish/commit/lost-leases.ts';
import type { ReceiptItem } from '#publish/commit/published-output.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import type { Purger } from '#publish/purge/purger.ts';
import type { Faults } from './faults.ts';
import type { OutputPublisher, OutputPublisherOptions } from './publish-outputs.ts';
import type { Claim, QueueClaims } from './queue-claims.ts';

/** What runs are made with. */
export type RunParts = {
  options: OutputPublisherOptions & {
    /** Tells the caches in front; null where there are none. */
    purger?: Pick<Purger, 'prepare' | 'note'> | null | undefined;
  };
  outputs: OutputPublisher;
  faults: Faults;
  /** The name that receipts have. */
  worker: string;
  claims: QueueClaims;
  lost: LostLeases;
  /** Told of each receipt that is stored. */
  onRecorded: (publish: RecordedPublish) => Promise<void>;
};

/** A receipt of a batch. */
export type RecordedPublish = {
  id: number;
  site: SiteId;
  claim: Claim;
  startedAt: Date;
  outputs: readonly ClaimedOutput[];
  items: readonly ReceiptItem[];
  /** From the first file of the run that was put live to the last. */
  switchMilliseconds: number | null;
  /** What caches were told of the site's files. */
  purgeId: number | null;
};
