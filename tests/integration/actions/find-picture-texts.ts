import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findPictureTexts',
  access: 'staff',
  send: 'json',
  valid: () => ({ kind: 'image', id: 1 }),
  malformed: () => [
    { what: 'a kind that is no picture', input: { kind: 'product', id: 1 }, fields: ['kind'] },
    { what: 'the id 0', input: { kind: 'image', id: 0 }, fields: ['id'] },
    { what: 'a picture that is gone', input: { kind: 'vector', id: 987_654 } },
  ],
};
