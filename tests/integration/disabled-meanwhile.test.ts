import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeBundleEntry } from '../../scripts/code-bundle.ts';
import type { ActionEntry, Desk } from './actions/entry.ts';
import { openDesk } from './actions/open-desk.ts';

const modules = import.meta.glob<{ entry?: ActionEntry }>('./actions/*.ts', { eager: true });
const entries = Object.values(modules).flatMap(({ entry }) => (entry && entry.access === 'staff' ? [entry] : []));

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  // As for somebody who is disabled after the server has looked: reading the own row still works, and no function writes.
  await desk.served.runSql(`
    create or replace function private.act_as(p_actor uuid, p_as_admin boolean default false) returns void
    language plpgsql set search_path = ''
    as $$ begin raise exception 'only staff may do this' using errcode = 'insufficient_privilege'; end $$`);
});
afterAll(() => desk?.served.stop());

it('tells everybody who was disabled between check and write so, in words', async () => {
  const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
  expect(entries.length).toBeGreaterThan((await bundle.actionInputs()).size - 5);
  const refused: string[] = [];
  for (const entry of entries) {
    const input = await entry.valid(desk);
    const response =
      input instanceof FormData
        ? await desk.editor.send(`/_actions/${entry.name}`, { method: 'POST', body: input })
        : await desk.editor.call(entry.name, input);
    expect(response.status, entry.name).toBeLessThan(500);
    if (response.status !== 403) continue;
    refused.push(entry.name);
    expect(await response.json(), entry.name).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(
        /^(Your account may not edit this site. Ask an administrator|Only administrators .+\. Ask one)\.$/,
      ),
      failure: { code: 'forbidden' },
    });
  }
  expect(refused.length).toBeGreaterThan(12);
});
