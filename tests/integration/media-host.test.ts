import { afterAll, beforeAll, expect, it } from 'vitest';
import { askHost } from '../fixtures/ask-host.ts';
import { type Forked, forkServed } from '../fixtures/fork-served.ts';

let served: Forked;
beforeAll(async () => {
  served = await forkServed({ MEDIA_HOST: 'media.example.com' });
});
afterAll(() => served?.stop());

it('serves uploaded files, which pages lead to, and nothing else', async () => {
  const page = await fetch(`${served.origin}/section-1/page-1`);
  const html = await page.text();
  const [, picture = ''] = /https:\/\/media\.example\.com(\/media\/[^\s"]+\.webp)/.exec(html) ?? [];
  expect(picture).not.toBe('');
  expect(html).not.toMatch(/(src|srcset)="\/media\//);
  expect(page.headers.get('content-security-policy')).toContain("img-src 'self' https://media.example.com");
  const ask = (path: string, host = 'media.example.com') => askHost(served.origin, { path, host });
  expect((await ask(picture)).status).toBe(200);
  for (const path of [
    '/',
    '/products',
    '/login',
    '/admin/forms',
    '/_actions/logout',
    '/robots.txt',
    '/_release.json',
    '/media/',
  ])
    expect((await ask(path)).status, path).toBeGreaterThanOrEqual(404);
  expect((await ask('/?draft=true')).cookies).toEqual([]);
  expect((await ask(picture, 'other.example.com')).status).toBe(404);
});
