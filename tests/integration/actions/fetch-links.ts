import { recordList } from './record-list.ts';

export const entry = recordList('fetchLinks', { url: 'x', anchorId: 'x', pageId: 1 });
