import { namedRecord } from './named-record.ts';

export const entry = namedRecord('listDiscardedRecords');
