import { recordList } from './record-list.ts';

export const entry = recordList('fetchSharedModules');
