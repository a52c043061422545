import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { isSweep } from '../fixtures/seeds.ts';

let served: Forked;
beforeAll(async () => {
  served = await forkServed({ TRUST_PROXY: 'loopback' });
});
afterAll(() => served?.stop());

/** Signs in from an address, as a proxy tells it. */
function signInFrom(address: string, visitor: Visitor, user: { email: string; password: string }): Promise<Response> {
  return visitor.send('/login', {
    method: 'POST',
    body: new URLSearchParams(user).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  });
}

const { email, password } = { email: 'second@ostrevo.example', password: 'measure-everything-2026' };
const guess = async (address: string) =>
  (await signInFrom(address, new Visitor(served.origin), { email, password: 'wrong' })).status;

describe('wrong passwords', () => {
  it.runIf(isSweep)('from one place keep nobody out who comes from another', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => guess('192.0.2.2')));
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await signInFrom('192.0.2.2', new Visitor(served.origin), { email, password })).status).toBe(429);
    expect((await signInFrom('192.0.2.3', new Visitor(served.origin), { email, password })).status).toBe(303);
  });

  it('from everywhere never keep out the device on which the right one was used before', async () => {
    const known = new Visitor(served.origin);
    expect((await signInFrom('192.0.2.4', known, { email, password })).status).toBe(303);
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(`198.51.100.${index}`)));
    expect(statuses).toContain(429);
    expect((await signInFrom('192.0.2.5', new Visitor(served.origin), { email, password })).status).toBe(429);
    expect((await signInFrom('198.51.100.1', known, { email, password })).status).toBe(303);
  });
});
