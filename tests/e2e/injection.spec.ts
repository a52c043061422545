import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createKeyClient } from '#content/clients/client.ts';
import { type RegisteredType, shownTypes } from '#modules/definitions.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { type InjectedSite, injectSite } from '../fixtures/injected-site.ts';
import { injectionStrings } from '../fixtures/injection-strings.ts';
import { expect, test, untilIdle } from './fixtures.ts';

declare global {
  interface Window {
    tellTest: (what: string) => void;
  }
}

test.describe.configure({ mode: 'serial' });
/** With each change: a type with texts, a picture and links of its own, and one with rich text. All of them in the sweeps. */
const slice: readonly RegisteredType[] = ['TEXT_BLOCK'];
// Recording pages of this size takes longer than looking at them.
test.use({ trace: 'off' });

let served: Forked;
let site: InjectedSite;
/** With each change every fourth of them. */
let chosen: readonly string[];

test.beforeAll(async ({ isSweep }) => {
  served = await forkServed();
  const client = createKeyClient(served.supabaseUrl, served.secretKey);
  chosen = isSweep ? injectionStrings : injectionStrings.filter((_, at) => at % 4 === 0);
  site = await injectSite(client, served.site, isSweep ? shownTypes : slice, chosen);
  const last = site.products.at(-1);
  const places = [...site.pages, site.mixed, ...site.articles].map(({ path }) => path).concat(last?.path ?? '/');
  await expect
    .poll(
      async () => {
        const answers = await Promise.all(places.map((path) => fetch(`${served.origin}${path}`)));
        return answers.filter(({ status }) => status !== 200).length;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
});

test.afterAll(() => served?.stop());

/** The effects of the strings in a browser: calls, dialogs, and requests to other hosts. */
type Watched = { context: BrowserContext; happened: string[] };

async function watch(browser: Browser, policy: 'on' | 'off'): Promise<Watched> {
  const context = await browser.newContext();
  const happened: string[] = [];
  await context.exposeFunction('tellTest', (what: string) => void happened.push(what));
  await context.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      Object.defineProperty(window, name, {
        value: () => window.tellTest(`${name} on ${location.href}`),
      });
    }
  });
  context.on('dialog', (dialog) => {
    happened.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== served.origin) happened.push(`a request to ${request.url()}`);
  });
  context.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/i.test(message.text())) happened.push(message.text());
  });
  context.on('weberror', (error) => happened.push(`an exception: ${error.error().message}`));
  // Pictures and fonts of the site itself take time and show nothing here.
  await context.route(/\/media\/|\.woff2$/, (route) => route.abort());
  // Nothing leaves this machine, and a page that is led away stays where it is.
  await context.route(
    ({ origin }) => origin !== served.origin,
    (route) => route.fulfill({ status: 204 }),
  );
  if (policy === 'off') {
    await context.route(/^[^?]*\/[^./]*(\?.*)?$/, async (route) => {
      if (route.request().resourceType() !== 'document' || !route.request().url().startsWith(served.origin)) {
        return route.fallback();
      }
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers['content-security-policy'];
      return route.fulfill({ response, headers });
    });
  }
  return { context, happened };
}

/** Opens a page and looks at all of it, so that what loads when it is seen has loaded. */
async function look(page: Page, path: string): Promise<void> {
  const response = await page.goto(`${served.origin}${path}`);
  expect(response?.status(), path).toBe(200);
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done(null)));
    for (let top = 0; top < document.body.scrollHeight; top += 6000) {
      window.scrollTo(0, top);
      await frame();
    }
    for (const island of document.querySelectorAll('astro-island[ssr]')) {
      // The island itself has no box.
      island.firstElementChild?.scrollIntoView();
      await frame();
    }
  });
  // Attributes that islands add are the same on every page.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('astro-island[ssr]')].every((island) => !island.firstElementChild?.checkVisibility()),
  );
  // A chart is drawn by code that its island asks for once it runs.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.stock-chart__canvas')].every((box) => box.childElementCount > 0),
  );
  await untilIdle(page);
}

/**
 * Every kind of element in the body, with the names of its attributes: the structure of the markup without its texts.
 */
function shapes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll('main *')) {
      found.add(`${element.localName} ${element.getAttributeNames().toSorted().join(' ')}`);
    }
    return [...found];
  });
}

/** Our own scripts that hydrate islands: those of the pages that have only harmless words. */
let ownScripts: Promise<string[]> | null = null;

async function readOwnScripts(): Promise<string[]> {
  const pages = await Promise.all(
    [site.calm, ...site.harmless.values()].map(async (path) => (await fetch(url(path))).text()),
  );
  const mains = pages.map((html) => /<main.*<\/main>/s.exec(html)?.[0] ?? '');
  return [
    ...new Set(mains.flatMap((main) => [...main.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text))),
  ];
}

/** Elements that content can never add to a page. */
async function intruders(page: Page): Promise<string[]> {
  ownScripts ??= readOwnScripts();
  return page.evaluate(
    (own) => {
      const isKnown = (url: string) => /^(https?|mailto|tel):$/.test(new URL(url, location.href).protocol);
      const found: string[] = [];
      for (const element of document.querySelectorAll('*')) {
        for (const name of element.getAttributeNames()) {
          if (name.startsWith('on') || name === 'srcdoc') found.push(`${element.localName} with ${name}`);
        }
        for (const name of ['href', 'src', 'action', 'formaction', 'data', 'xlink:href']) {
          const url = element.getAttribute(name);
          if (url !== null && URL.canParse(url, location.href) && !isKnown(url))
            found.push(`${element.localName} to ${url}`);
        }
        if (
          ['iframe', 'object', 'embed', 'base', 'plaintext', 'xmp', 'frameset', 'marquee'].includes(element.localName)
        )
          found.push(element.localName);
        if (element.localName === 'meta' && element.hasAttribute('http-equiv')) found.push('meta http-equiv');
        // JSON is data, and does not run.
        const isData = element.getAttribute('type') === 'application/json';
        if (element.localName === 'script' && !isData && element.closest('main') && !own.includes(element.textContent))
          found.push(`script in main: ${element.textContent.slice(0, 80)}`);
      }
      return [...new Set(found)];
    },
    await ownScripts,
  );
}

test('there are enough strings, each another', () => {
  expect(injectionStrings.length).toBeGreaterThanOrEqual(300);
  expect(new Set(injectionStrings).size).toBe(injectionStrings.length);
  // The database takes web addresses, of which some carry markup, and nothing that runs.
  expect(site.links.filter((url) => !/^(https?:|mailto:|tel:)/.test(url))).toEqual([]);
});

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(served.origin);
  expect((await visitor.signIn(served.users.editor)).status).toBe(303);
  return visitor;
}

test('what runs, loads or does not belong is seen', async ({ browser }) => {
  const { context, happened } = await watch(browser, 'off');
  const page = await context.newPage();
  await page.goto(served.origin);
  await page.evaluate((strings) => {
    for (const text of strings) document.querySelector('main')?.insertAdjacentHTML('beforeend', text);
  }, injectionStrings);
  await expect.poll(() => happened.join('\n')).toMatch(/alert on .*/);
  await expect.poll(() => happened.join('\n')).toMatch(/a request to .*evil\.example/);
  const found = (await intruders(page)).join('\n');
  for (const what of ['img with onerror', 'iframe with srcdoc', 'a to javascript:', 'base', 'meta http-equiv'])
    expect(found).toContain(what);
  await context.close();
});

const url = (path: string) => `${served.origin}${path}`;

test('drafts equal published pages exactly', async () => {
  const editor = await signedIn();
  const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0];
  for (const { path } of [...site.pages, site.mixed]) {
    const published = main(await (await fetch(url(path))).text());
    expect(published, path).toBeTruthy();
    // Links stay in the draft, and a module with nothing to show has a notice there.
    const draft = main(await (await editor.send(`${path}?draft=true`)).text())
      ?.replaceAll('?draft=true', '')
      .replaceAll(/<section class="ed-empty".*?<\/section>/gs, '');
    expect(draft === published, path).toBe(true);
  }
});

for (const policy of ['on', 'off'] as const) {
  // Without the policy it is the markup alone that keeps a string from running: that is looked at with each change.
  const tag = policy === 'off' ? '@sliced' : '@sweep';

  test(`every text of every module type is text: policy ${policy} ${tag}`, async ({ browser }) => {
    const { context, happened } = await watch(browser, policy);
    const page = await context.newPage();
    for (const { type, path } of site.pages) {
      await look(page, site.harmless.get(type) ?? '');
      const known = new Set(await shapes(page));
      await look(page, path);
      expect(await page.locator(`[data-module-type="${type}"]`).count(), path).toBe(chosen.length);
      expect(
        (await shapes(page)).filter((shape) => !known.has(shape)),
        path,
      ).toEqual([]);
      expect(await intruders(page), path).toEqual([]);
      expect(happened, path).toEqual([]);
    }
    await look(page, site.mixed.path);
    expect(await intruders(page)).toEqual([]);
    expect(happened).toEqual([]);
    await context.close();
  });

  test(`drafts and the forms of the editor show them as text: policy ${policy} @sweep`, async ({ browser }) => {
    const { context, happened } = await watch(browser, policy);
    const { cookies } = await signedIn();
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: served.origin })));
    const page = await context.newPage();
    await look(page, `${site.mixed.path}?draft=true`);
    await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
    expect(await intruders(page)).toEqual([]);
    // Three modules of each type are on the page.
    for (const id of site.mixed.moduleIds.filter((_, index) => index % 3 === 0)) {
      await page.goto(url(`${site.mixed.path}?draft=true&show_modal=true&module_id=${id}`));
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeVisible();
      // One frame is ours: the preview, whose document is made by the dialog. What shows nothing has a notice in its place.
      await expect(page.locator('iframe, .ed-preview__placeholder')).toHaveCount(1);
      const found = await intruders(page);
      expect(found.filter((what) => what !== 'iframe' && what !== 'iframe with srcdoc')).toEqual([]);
    }
    expect(happened).toEqual([]);
    await context.close();
  });

  test(`articles and products, with their JSON-LD: policy ${policy} ${tag}`, async ({ browser }) => {
    const { context, happened } = await watch(browser, policy);
    const page = await context.newPage();
    const dataIn = (selector: string) =>
      page.locator(selector).evaluateAll((scripts) => scripts.map((script): unknown => JSON.parse(script.textContent)));
    for (const { path, title, lead } of site.articles) {
      await look(page, path);
      expect(await dataIn('script[type="application/ld+json"]'), path).toContainEqual(
        expect.objectContaining({ '@type': 'NewsArticle', headline: title, description: lead }),
      );
      expect(await intruders(page), path).toEqual([]);
      expect(happened, path).toEqual([]);
    }
    for (const { path, name } of site.products) {
      await look(page, path);
      expect(await dataIn('#product-data'), path).toContainEqual(expect.objectContaining({ name }));
      expect(await intruders(page), path).toEqual([]);
      expect(happened, path).toEqual([]);
    }
    await context.close();
  });
}

test('feeds and sitemaps are well-formed, with the texts as written', async ({ page }) => {
  await page.goto(`${served.origin}/robots.txt`);
  const documents = await page.evaluate(async () => {
    const read = async (path: string) => {
      const text = await (await fetch(path)).text();
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      return {
        names: [...new Set([...parsed.querySelectorAll('*')].map(({ nodeName }) => nodeName))].toSorted(),
        titles: [...parsed.querySelectorAll('item > title')].map(({ textContent }) => textContent),
      };
    };
    return { feed: await read('/rss.xml'), index: await read('/sitemap.xml') };
  });
  const feedElements = 'atom:link channel description guid item language link pubDate rss title';
  expect(documents.feed.names.join(' ')).toBe(feedElements);
  expect(documents.index.names.join(' ')).toBe('loc sitemap sitemapindex');
  // XML has no word for some characters.
  const noXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
  const inXml = (text: string) => text.replace(noXml, '').replace(/\r\n?/g, '\n');
  const titles = site.articles.map(({ title }) => inXml(title));
  expect(documents.feed.titles).toEqual(expect.arrayContaining(titles));
});
