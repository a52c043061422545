import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forward } from './forward.ts';

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/none') response.writeHead(304, { etag: '"a"' }).end();
      else if (request.url === '/away') request.socket.destroy();
      else {
        response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], location: '/elsewhere', 'content-encoding': 'br' });
        response.end(JSON.stringify({ url: request.url, method: request.method, headers: request.headers, body }));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address of this type.
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('hands a request on as it is, and the answer as it was sent', async () => {
  const request = new Request('http://www.example.com/login?next=%2Fa', {
    method: 'POST',
    body: 'email=ü',
    headers: {
      host: 'www.example.com',
      cookie: 'c=1',
      connection: 'close, x',
      te: 'trailers',
      'x-forwarded-for': '1.2.3.4',
    },
  });
  const response = await forward(origin, request, '10.0.0.9');
  expect([response.status, response.headers.getSetCookie()]).toEqual([201, ['a=1', 'b=2']]);
  expect([response.headers.get('location'), response.headers.get('content-encoding')]).toEqual(['/elsewhere', 'br']);
  expect(await response.json()).toMatchObject({
    url: '/login?next=%2Fa',
    method: 'POST',
    body: 'email=ü',
    headers: { host: 'www.example.com', cookie: 'c=1', 'x-forwarded-for': '1.2.3.4, 10.0.0.9' },
  });
});

it('answers without a body where there is none', async () => {
  const response = await forward(origin, new Request('http://www.example.com/none'), '10.0.0.9');
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, '"a"', '']);
});

it('fails when nobody answers', async () => {
  await expect(forward(origin, new Request('http://www.example.com/away'), '10.0.0.9')).rejects.toThrow();
  await expect(forward('http://127.0.0.1:1', new Request('http://www.example.com/'), '10.0.0.9')).rejects.toThrow();
});
