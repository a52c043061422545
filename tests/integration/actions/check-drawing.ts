import type { ActionEntry } from './entry.ts';

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.set(name, value);
  return data;
}
const file = (content: string) => new File([content], 'mark.svg');

export const entry: ActionEntry = {
  name: 'checkDrawing',
  access: 'staff',
  send: 'form',
  valid: () => form({ file: file('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h3"/></svg>') }),
  malformed: () => [
    { what: 'an empty form', input: form({}), fields: ['file'] },
    { what: 'a text for the file', input: form({ file: '<svg/>' }), fields: ['file'] },
    ...['', 'GIF89a', '<html>', '<svg', '<svg><path d="M0"</svg>', `<svg>${'<g>'.repeat(200)}`].map((content) => ({
      what: `a drawing that is ${content.slice(0, 20)}`,
      input: form({ file: file(content) }),
      fields: ['file'],
    })),
  ],
};
