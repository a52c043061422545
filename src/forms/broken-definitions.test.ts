import { checkJson, readBody } from '#server/http/read-body.ts';
import { type Server, createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { createFormsHandler } from './handler.ts';

const field = { id: 'a', fieldType: 'TextInput', name: 'email' };

let server: Server | null = null;
afterEach(() => server?.close());

/** A form handler on a database that answers with this definition. */
async function handlerOf(definition: object) {
  server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(definition));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return createFormsHandler({
    readBody,
    isJson: (body) => checkJson(body).ok,
    client: createKeyClient(`http://127.0.0.1:${address.port}`, 'key'),
    secret: 'x'.repeat(32),
    origins: ['http://localhost'],
    throttle: () => Promise.resolve(0),
    renderPage: (page) => Promise.resolve(new Response(page.kind, { status: page.status })),
    onUnavailable: () => {},
  });
}

it.each<[what: string, change: object]>([
  ['no list of fields', { content: 'x' }],
  ['no fields', { content: null }],
  ['a list that is none', { content: {} }],
  ['a field that is a text', { content: ['x'] }],
  ['a field that is null', { content: [null] }],
  ['a field of an unknown type', { content: [{ ...field, fieldType: 'Upload' }] }],
  ['a field without a name', { content: [{ ...field, name: undefined }] }],
  ['a name that is a number', { content: [{ ...field, name: 5 }] }],
  ['options that are none', { content: [{ ...field, fieldType: 'SelectList', options: 'x' }] }],
  ['an option without a value', { content: [{ ...field, fieldType: 'SelectList', options: [{ optionLabel: 'x' }] }] }],
  ['a choice without options', { content: [{ ...field, fieldType: 'RadioButton', options: [] }] }],
  ['bounds that are no numbers', { content: [{ ...field, fieldType: 'Slider', minValue: 'x', maxValue: {} }] }],
  ['bounds the wrong way round', { content: [{ ...field, fieldType: 'Slider', minValue: 9, maxValue: 1 }] }],
  [
    'a condition on itself',
    { content: [{ ...field, isConditional: true, conditionalName: 'email', conditionalValue: 'x' }] },
  ],
  [
    'a condition on nothing',
    { content: [{ ...field, isConditional: true, conditionalName: 'gone', conditionalValue: '' }] },
  ],
  ['a name twice', { content: [field, field] }],
  [
    'the name of what every object has',
    {
      content: [
        { ...field, name: '__proto__' },
        { ...field, name: 'toString' },
      ],
    },
  ],
  ['translations that are none', { content: [{ ...field, localized: { de: 'x' } }] }],
  ['a title that is none', { localized: { en: { title: 5 } } }],
  ['texts of an unknown language', { localized: { xx: { title: 'x' } } }],
  ['an address that is none', { success_url: 5 }],
  [
    'more levels than anybody makes',
    { content: [{ ...field, localized: JSON.parse('['.repeat(2000) + ']'.repeat(2000)) }] },
  ],
])('answers whoever sends a form that is stored with %s', async (_, change) => {
  const definition = {
    id: 1,
    title: 'Contact',
    version: 1,
    content: [field],
    localized: {},
    success_url: null,
    latest: 1,
    ...change,
  };
  const forms = await handlerOf(definition);
  const send = (type: string, body: string) =>
    forms.answer(
      new Request('http://localhost/forms/1?version=1', { method: 'POST', body, headers: { 'content-type': type } }),
      {
        site: 'main',
        address: '127.0.0.1',
      },
    );
  const answers = [
    await send('application/json', JSON.stringify({ values: { email: 'a@b.example', toString: 'x' } })),
    await send('application/x-www-form-urlencoded', 'email=a%40b.example&__proto__=x'),
  ];
  for (const { status } of answers) expect(status).toBeLessThan(500);
});
