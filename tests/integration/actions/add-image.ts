import type { ActionEntry } from './entry.ts';

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.set(name, value);
  return data;
}
const file = (content: string) => new File([content], 'picture.webp', { type: 'image/webp' });
const headOnly = 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 ';
const alt = '{"en":"A sensor"}';

export const entry: ActionEntry = {
  name: 'addImage',
  access: 'staff',
  send: 'form',
  // Its bytes are no picture: the call is of the right shape, and stores nothing even for who may.
  valid: () => form({ file: file(headOnly), alt }),
  malformed: () => [
    { what: 'an empty form', input: form({}), fields: ['file'] },
    { what: 'no file', input: form({ alt }), fields: ['file'] },
    { what: 'a text for the file', input: form({ file: headOnly, alt }), fields: ['file'] },
    { what: 'an empty file', input: form({ file: file(''), alt }), fields: ['file'] },
    ...[
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      '\u0089PNG\r\n',
      '<html>',
      'RIFF',
      'x'.repeat(100_000),
    ].map((content) => ({
      what: `a file that begins with ${content.slice(0, 10)}`,
      input: form({ file: file(content), alt }),
      fields: ['file'],
    })),
    { what: 'only the head of a picture', input: form({ file: file(headOnly), alt }), fields: ['file'] },
    ...[
      '',
      'hello',
      'null',
      '[]',
      '5',
      '"x"',
      '{',
      '{"fr":"x","en":"y"}',
      '{"en":5}',
      '{"en":["x"]}',
      '{"en":{}}',
      'x'.repeat(20_001),
    ].map((texts) => ({
      what: `the texts ${texts.slice(0, 20)}`,
      input: form({ file: file(headOnly), alt: texts }),
    })),
    ...[
      '{}',
      '{"en":""}',
      '{"en":"   "}',
      '{"de":"Ein Sensor"}',
      `{"en":"${'x'.repeat(301)}"}`,
      '{"en":"\\u0000"}',
    ].map((texts) => ({
      what: `the texts ${texts.slice(0, 20)}`,
      input: form({ file: file(headOnly), alt: texts }),
      fields: ['alt.en'],
    })),
  ],
};
