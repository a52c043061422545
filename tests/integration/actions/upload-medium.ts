import type { ActionEntry } from './entry.ts';

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.set(name, value);
  return data;
}
const file = (content: string, name: string) => new File([content], name);
const damaged = file('\u0000\u0000\u0000\u0018ftypheic', 'picture.heic');

export const entry: ActionEntry = {
  name: 'uploadMedium',
  access: 'staff',
  send: 'form',
  // Its bytes are no picture: the call is of the right shape, and stores nothing even for who may.
  valid: () => form({ file: damaged, kind: 'image' }),
  malformed: () => [
    { what: 'an empty form', input: form({}), fields: ['file', 'kind'] },
    { what: 'no file', input: form({ kind: 'image' }), fields: ['file'] },
    { what: 'a text for the file', input: form({ file: 'GIF89a', kind: 'image' }), fields: ['file'] },
    { what: 'no kind', input: form({ file: damaged }), fields: ['kind'] },
    { what: 'a kind that is not uploaded', input: form({ file: damaged, kind: 'video' }), fields: ['kind'] },
    {
      what: 'a type that no document has',
      input: form({ file: file('%PDF-1.7', 'a.pdf'), kind: 'document', documentType: 'novel' }),
      fields: ['documentType'],
    },
    {
      what: 'a language that there is not',
      input: form({ file: file('%PDF-1.7', 'a.pdf'), kind: 'document', language: 'xx' }),
      fields: ['language'],
    },
    ...(
      [
        ['image', '', 'a.png'],
        ['image', '<html>', 'a.png'],
        ['image', 'RIFF', 'a.webp'],
        ['image', '%PDF-1.7', 'a.pdf'],
        ['image', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'],
        ['vector', 'GIF89a', 'a.gif'],
        ['vector', '<svg', 'a.svg'],
        ['file', 'GIF89a', 'a.gif'],
        ['file', '<html>', 'a.html'],
        ['file', 'MZ', 'a.exe'],
        ['file', 'PK\u0003\u0004', 'a.pdf'],
        ['file', 'a\u0000b', 'a.txt'],
        ['document', 'x'.repeat(100_000), 'a.pdf'],
      ] as const
    ).map(([kind, content, name]) => ({
      what: `${name} with ${content.slice(0, 10)} for a ${kind}`,
      input: form({ file: file(content, name), kind }),
      fields: ['file'],
    })),
  ],
};
