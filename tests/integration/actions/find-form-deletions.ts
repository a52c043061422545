import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findFormDeletions',
  access: 'staff',
  send: 'json',
  valid: () => ({ formId: 1 }),
  malformed: () => [{ what: 'the id 0', input: { formId: 0 }, fields: ['formId'] }],
};
