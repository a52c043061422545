import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { checkPort, listen } from './listen.ts';

const server = createServer((_, response) => response.end());

it('keeps connections for longer than proxies do that use them again', async () => {
  expect(await listen(server, '127.0.0.1', 0)).toEqual({ ok: true, value: null });
  try {
    // A TCP server has an address of this type.
    const { port } = server.address() as AddressInfo;
    const request = get({ port, host: '127.0.0.1', headers: { connection: 'keep-alive' } });
    const [response] = await once(request, 'response');
    response.resume();
    const [, seconds] = /timeout=(\d+)/.exec(response.headers['keep-alive']) ?? [];
    // Caddy's two minutes are the longest of those that are documented here.
    expect(Number(seconds)).toBeGreaterThan(120);
    expect(await checkPort({ host: '127.0.0.1', port })).toMatchObject({ ok: false });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
