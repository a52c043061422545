import type { ActionEntry } from './entry.ts';

const call = { formId: 987_654, channel: 'mail', address: 'team@example.com' };

export const entry: ActionEntry = {
  name: 'addFormRecipient',
  access: 'staff',
  send: 'json',
  valid: () => call,
  malformed: () => [
    { what: 'no address', input: { ...call, address: ' ' }, fields: ['address'] },
    { what: 'two people', input: { ...call, address: 'a@example.com, b@example.com' }, fields: ['address'] },
    { what: 'a line more', input: { ...call, address: 'a@example.com\nBcc: b@example.com' }, fields: ['address'] },
    { what: 'a file', input: { ...call, channel: 'webhook', address: 'file:///etc/passwd' }, fields: ['address'] },
    { what: 'an unknown channel', input: { ...call, channel: 'pigeon' }, fields: ['channel'] },
    { what: 'a form that is gone', input: call },
  ],
};
