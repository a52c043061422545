import type { ActionEntry } from './entry.ts';

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.set(name, value);
  return data;
}
const damaged = new File(['\u0000\u0000\u0000\u0018ftypheic'], 'picture.heic');
const call = { file: damaged, kind: 'image', id: '987654', hash: 'abc' };

export const entry: ActionEntry = {
  name: 'draftMediumFile',
  access: 'staff',
  send: 'form',
  valid: () => form(call),
  malformed: () => [
    { what: 'an empty form', input: form({}), fields: ['file', 'kind', 'id'] },
    { what: 'a text for the file', input: form({ ...call, file: 'GIF89a' }), fields: ['file'] },
    { what: 'a kind without a file', input: form({ ...call, kind: 'product' }), fields: ['kind'] },
    { what: 'an id that is a word', input: form({ ...call, id: 'one' }), fields: ['id'] },
    { what: 'a hash that is a path', input: form({ ...call, hash: '../keys' }), fields: ['hash'] },
    { what: 'a medium that is not there', input: form(call) },
  ],
};
