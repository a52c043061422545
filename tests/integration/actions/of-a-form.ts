import type { ActionEntry } from './entry.ts';

/** A call of staff that asks for what belongs to a form. */
export function ofAForm(name: string): ActionEntry {
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => ({ formId: 1 }),
    malformed: () => [{ what: 'the id 0', input: { formId: 0 }, fields: ['formId'] }],
  };
}
