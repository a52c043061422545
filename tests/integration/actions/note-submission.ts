import type { ActionEntry } from './entry.ts';

const call = { id: 987_654, notes: 'Called back', before: '' };

export const entry: ActionEntry = {
  name: 'noteSubmission',
  access: 'staff',
  send: 'json',
  valid: () => call,
  malformed: () => [
    { what: 'NUL', input: { ...call, notes: '\u0000' }, fields: ['notes'] },
    { what: 'a note without end', input: { ...call, notes: 'x'.repeat(10_001) }, fields: ['notes'] },
    { what: 'a submission that is gone', input: call },
  ],
  stale: async ({ client, second }) => {
    const day = 24 * 60 * 60 * 1000;
    const { data } = await client
      .from('form_submissions')
      .insert({
        form_title: 'Of two',
        locale: 'en',
        content: {},
        delete_after: new Date(Date.now() + day).toISOString(),
      })
      .select('id')
      .single();
    const stale = { ...call, id: data?.id };
    const response = await second.call('noteSubmission', { ...stale, notes: 'Theirs' });
    if (response.status !== 200) throw new Error(`Noting answered ${response.status}`);
    return stale;
  },
};
