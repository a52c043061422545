import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Page, expect, test } from '@playwright/test';
import { assetsDirectory, codeBundleEntry, root } from '../../scripts/code-bundle.ts';
import { collectTrouble } from './fixtures.ts';

/**
 * What Astro and this code agree on (src/astro). A new version of Astro that writes islands in another way fails here; pages are
 * then rendered in Astro's own way, slower, until src/astro knows that version.
 */

type Rendered = { html: string; csp: string | null };
type RenderedPage = { ours: Rendered; astros: Rendered };

const address = 'http://islands.localhost/';
let pages: readonly RenderedPage[] = [];
let printed = '';

/** The output and the log of a code bundle. */
async function renderAll(entry = codeBundleEntry): Promise<{ pages: RenderedPage[]; printed: string }> {
  const program = fileURLToPath(new URL('../fixtures/render-islands.ts', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, entry.href], {
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 64 * 1024 * 1024,
  });
  // The output of a program of this repository.
  return { pages: JSON.parse(stdout) as RenderedPage[], printed: stderr };
}

// In one worker: each would render everything for itself.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  ({ pages, printed } = await renderAll());
});

/** Serves one page with its policy, and the assets of the code bundle. */
async function open(page: Page, { html, csp }: Rendered): Promise<void> {
  await page.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/')
      return route.fulfill({
        body: html,
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': csp ?? '' },
      });
    const body = await readFile(path.join(assetsDirectory, pathname)).catch(() => null);
    if (body === null || pathname.startsWith('/media/')) return route.fulfill({ status: 204 });
    const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
    return route.fulfill({ body, contentType: types[path.extname(pathname)] ?? 'application/octet-stream' });
  });
  await page.goto(address);
}

/** The markup of each island of a page without its ids and those that React generates in it. */
function readIslands(page: Page, html: string) {
  return page.evaluate((text) => {
    const withoutUndefined = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(withoutUndefined);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, entry]) => !(Array.isArray(entry) && entry.length === 1 && entry[0] === 0))
          .map(([name, entry]) => [name, withoutUndefined(entry)]),
      );
    };
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const islands = [...parsed.querySelectorAll('astro-island')].map((element) => {
      const { uid, prefix, props, ...rest } = Object.fromEntries(
        [...element.attributes].map(({ name, value }) => [name, value]),
      );
      return {
        element,
        hasIds: Boolean(uid) && Boolean(prefix),
        props: withoutUndefined(JSON.parse(props ?? '')),
        attributes: rest,
      };
    });
    // Of an island inside another the attributes are compared once, and in no order.
    for (const { element } of islands) for (const name of element.getAttributeNames()) element.removeAttribute(name);
    for (const element of parsed.querySelectorAll('astro-island script, astro-island style')) element.remove();
    return islands.map(({ element, ...island }) => ({
      ...island,
      // React puts an empty comment between two texts, though not in markup that is never hydrated.
      content: element.innerHTML.replaceAll('<!-- -->', '').replaceAll(/_[\w-]*R_\w*_/g, '_id_'),
    }));
  }, html);
}

test("the installed version of Astro is known: nothing is rendered in Astro's own way", () => {
  expect(printed).toBe('');
});

test('islands are written as Astro writes them', async ({ page }) => {
  const kinds = new Set<string>();
  for (const { ours, astros } of pages) {
    const expected = await readIslands(page, astros.html);
    const written = await readIslands(page, ours.html);
    expect(expected.length, 'Astro renders islands').toBeGreaterThan(0);
    const nameOf = ({ attributes }: (typeof written)[number]) => attributes['component-export'];
    expect(written.map(nameOf), 'the same islands in the same order').toEqual(expected.map(nameOf));
    for (const [index, island] of written.entries()) {
      expect(
        island,
        `Astro writes ${nameOf(island)} in another way: see src/astro/read-islands.ts and src/astro/write-island.ts`,
      ).toEqual(expected[index]);
      kinds.add(island.attributes['client'] ?? '');
    }
    expect(ours.csp, 'one policy').toBe(astros.csp);
  }
  expect([...kinds].toSorted()).toEqual(['idle', 'load', 'visible']);
});

for (const way of ['ours', 'astros'] as const) {
  test(`islands are hydrated in a browser: ${way}`, async ({ page }) => {
    const trouble = collectTrouble(page);
    for (const rendered of pages) {
      await open(page, rendered[way]);
      const waiting = page.locator('astro-island[ssr]');
      // One in a hidden tab waits until it is shown.
      const shown = page.locator('astro-island[ssr]:not([hidden] *)');
      await expect(async () => {
        for (const island of await shown.all()) await island.scrollIntoViewIfNeeded({ timeout: 500 });
        await expect(shown).toHaveCount(0, { timeout: 500 });
      }, 'Astro hydrates the islands: see its client script, and src/astro/write-island.ts').toPass({
        timeout: 20_000,
      });
      await expect(waiting).toHaveCount(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    expect(trouble).toEqual([]);
  });
}

test('hydrated islands work', async ({ page }) => {
  const [first] = pages;
  if (!first) throw new Error('no page was rendered');
  await open(page, first.ours);
  await page.locator('.tab-panels').scrollIntoViewIfNeeded();
  const tab = page.getByRole('tab', { name: 'Tray' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Tray' })).toBeVisible();
  await expect(page.getByText('2500 pieces')).toBeHidden();
});

test("where Astro is not as expected, pages are rendered in Astro's own way, and it is said", async ({ page }) => {
  const changes = [
    ['island.props["ssr"] = "";', 'island.props["ssr"] = ""; island.props["data-new"] = "";'],
    ['makeCopier(result._metadata)', 'makeCopier(result._renamed)'],
  ] as const;
  const folder = await mkdtemp(path.join(root, 'dist', 'changed-'));
  try {
    await cp(path.dirname(fileURLToPath(codeBundleEntry)), folder, { recursive: true });
    const missing = new Set(changes.map(([from]) => from));
    for (const name of await readdir(path.join(folder, 'chunks'))) {
      const file = path.join(folder, 'chunks', name);
      let code = await readFile(file, 'utf8');
      for (const [from, to] of changes.filter(([text]) => code.includes(text))) {
        code = code.replaceAll(from, to);
        missing.delete(from);
      }
      await writeFile(file, code);
    }
    expect([...missing], 'found in the bundle, to be changed').toEqual([]);
    const changed = await renderAll(pathToFileURL(path.join(folder, 'entry.mjs')));
    expect(changed.printed).toContain('writes an attribute data-new');
    expect(changed.printed).toContain('does not share what pages begin with');
    expect(changed.printed.trim().split('\n')).toHaveLength(2);
    for (const { ours, astros } of changed.pages) {
      const written = await readIslands(page, ours.html);
      expect(written.length).toBeGreaterThan(0);
      expect(written).toEqual(await readIslands(page, astros.html));
    }
    const [first] = changed.pages;
    if (!first) throw new Error('no page was rendered');
    await open(page, first.ours);
    const slider = page.locator('astro-island[component-export="CardRow"]');
    await slider.scrollIntoViewIfNeeded();
    await expect(slider).not.toHaveAttribute('ssr');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
