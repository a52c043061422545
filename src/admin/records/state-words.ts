import type { RecordState } from '#view-model/records.ts';

/** What people call the states of a record. */
export const stateNames: Readonly<Record<RecordState, string>> = {
  live: 'Live',
  changed: 'Unpublished changes',
  draft: 'Draft',
  scheduled: 'Scheduled',
  ended: 'Ended',
  hidden: 'Hidden',
};
