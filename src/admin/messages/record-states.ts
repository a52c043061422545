import type { ListState, RecordState } from '#view-model/records.ts';

/** What people call the states of a record. */
export const stateNames: Readonly<Record<RecordState, string>> = {
  live: 'Live',
  changed: 'Unpublished changes',
  draft: 'Draft',
  scheduled: 'Scheduled',
  ended: 'Ended',
  hidden: 'Hidden',
};

/** What a list is filtered by. */
export const listStateNames: Readonly<Record<ListState, string>> = {
  ...stateNames,
  scheduled: 'Begins on a date',
  ending: 'Ends on a date',
};
