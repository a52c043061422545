import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('chooses another port each time, and none that something listens on', async () => {
  const first = await freePort();
  const taken = createServer().listen(first + 1, '127.0.0.1');
  await once(taken, 'listening').catch(() => {});

  const ports = await Promise.all(Array.from({ length: 10 }, freePort));

  taken.close();
  expect(new Set([first, ...ports]).size).toBe(11);
  expect(ports).not.toContain(first + 1);
});

const range = '/proc/sys/net/ipv4/ip_local_port_range';
const [low = 0] = existsSync(range) ? readFileSync(range, 'utf8').split(/\s+/).map(Number) : [];

it.runIf(low >= 32_000)('chooses no port that an outgoing connection may have', async () => {
  expect(await freePort()).toBeLessThan(low);
});
