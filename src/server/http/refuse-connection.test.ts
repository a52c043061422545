import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { refuseConnection } from './refuse-connection.ts';

// It looks for connections that are late every few milliseconds.
const server = createServer(
  { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 },
  (_, response) => response.end(),
);
server.on('clientError', refuseConnection);

/** What comes back for what is sent. */
async function answerTo(sent: string): Promise<string> {
  // A TCP server has an address of this type.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

it.each([
  ['nothing in time', '', 'HTTP/1.1 408 Request Timeout'],
  ['half a request in time', 'GET / HTTP/1.1\r\nHost: ', 'HTTP/1.1 408 Request Timeout'],
  ['no HTTP', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  ['too much', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 'HTTP/1.1 431 Request Header Fields Too Large'],
])('a connection that sends %s is told so', async (_, sent, status) => {
  expect((await answerTo(sent)).split('\r\n')[0]).toBe(status);
});

it('a connection is closed though the other side keeps it open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const accepted = once(server, 'connection');
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    const [ofServer] = await accepted;
    socket.write('hello\r\n\r\n');
    expect(await text(socket)).toContain('400 Bad Request');
    const closed = once(ofServer, 'close');
    vi.runAllTimers();
    await closed;
    socket.destroy();
  } finally {
    vi.useRealTimers();
  }
});
