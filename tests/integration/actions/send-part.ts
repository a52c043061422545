import type { ActionEntry } from './entry.ts';

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.set(name, value);
  return data;
}
// Not the bytes that the file has in this part: the call is of the right shape, and nothing is stored even for who may.
const call = { hash: 'ab'.repeat(32), size: '5000000', part: '0', bytes: new File(['short'], 'part') };

export const entry: ActionEntry = {
  name: 'sendPart',
  access: 'staff',
  send: 'form',
  valid: () => form(call),
  malformed: () => [
    { what: 'an empty form', input: form({}), fields: ['hash', 'size', 'part', 'bytes'] },
    { what: 'a hash that is a path', input: form({ ...call, hash: '../../keys' }), fields: ['hash'] },
    { what: 'a part before the first', input: form({ ...call, part: '-1' }), fields: ['part'] },
    { what: 'a part behind the last', input: form({ ...call, part: '2' }), fields: ['part'] },
    { what: 'a text for the bytes', input: form({ ...call, bytes: 'short' }), fields: ['bytes'] },
    { what: 'fewer bytes than the part has', input: form(call), fields: ['part'] },
  ],
};
