import { AxeBuilder } from '@axe-core/playwright';
import { type Cookie, type Locator, type Page, expect, test as base } from '@playwright/test';
import { z } from 'zod';
import { makeTable } from '#domain/objects.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { localHosts } from '#edge/site-hosts.ts';
import { ownServer } from './servers.ts';

export const { port, outDirectory } = ownServer();

export const hosts = makeTable(siteIds, (site) => `${localHosts[site]}:${port}`);

/** Where each site answers. Chromium resolves every name under localhost to this machine. */
export const origins = makeTable(siteIds, (site) => `http://${hosts[site]}`);

export const demoEditor = {
  email: process.env['DEMO_EDITOR_EMAIL'] || 'editor@ostrevo.example',
  password: process.env['DEMO_EDITOR_PASSWORD'] || 'measure-everything-2026',
};

/** A session of the demo's editor on each site, which the tests of this worker share as long as it needs no renewal. */
const sessions = new Map<SiteId, { cookies: Cookie[]; begun: number }>();
const sessionMinutes = 20;

async function openSession(page: Page, site: SiteId): Promise<void> {
  // From a page of the site: Chromium resolves the names below localhost, and the cookies are its own.
  await page.goto(`${origins[site]}/login`);
  const isSignedIn = await page.evaluate(async (form) => {
    await fetch('/login', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    return document.cookie.includes('signed_in');
  }, demoEditor);
  expect(isSignedIn, 'signed in').toBe(true);
}

type SignIn = {
  site?: SiteId;
  /** The page to open then; null for none, where the test opens one itself. */
  next?: string | null;
  /** With a session that no other test uses, for a test that ends it. */
  isOwnSession?: boolean;
};

/** Signs in without the form, which is tested in sessions.spec.ts, and opens `next`. */
export async function signIn(
  page: Page,
  { site = 'main', next = '/', isOwnSession = false }: SignIn = {},
): Promise<void> {
  const session = sessions.get(site);
  if (isOwnSession) await openSession(page, site);
  else if (session && Date.now() - session.begun < sessionMinutes * 60_000)
    await page.context().addCookies(session.cookies);
  else {
    await openSession(page, site);
    sessions.set(site, { cookies: await page.context().cookies(origins[site]), begun: Date.now() });
  }
  if (next !== null) await page.goto(`${origins[site]}${next}`);
}

/** Opens the form of the first module of a type on a page of the main site, for an editor who is signed in. */
export async function openModuleForm(page: Page, path: string, type: string): Promise<Locator> {
  const published = await (await page.request.get(`${origins.main}${path}`)).text();
  const id = new RegExp(`data-module-id="(\\d+)" data-module-type="${type}"`).exec(published)?.[1];
  if (id === undefined) throw new Error(`${path} shows no ${type}`);
  await page.goto(`${origins.main}${path}?draft=true&show_modal=true&module_id=${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  return dialog;
}

/** What axe finds wrong, one line for each rule and element, so that a failure says where to look. */
async function findBarriers(
  page: Page,
  { exclude = [], rules = null }: { exclude?: readonly string[]; rules?: string[] | null } = {},
): Promise<string[]> {
  // Colours are measured as they end up, not halfway through a transition. Paused and infinite animations are ignored.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const look = (selectors: boolean) => {
    let axe = new AxeBuilder({ page })
      .options({
        runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values },
        resultTypes: ['violations'],
        selectors,
      })
      // All frames here are of the same origin; without this, each call opens and closes a page of its own.
      .setLegacyMode();
    for (const selector of exclude) axe = axe.exclude(selector);
    return axe.analyze();
  };
  // Selectors of every element that is looked at take a quarter of the time: they are asked for where something is found.
  if ((await look(false)).violations.length === 0) return [];
  const { violations } = await look(true);
  const found: string[] = [];
  for (const { id, help, nodes } of violations) {
    for (const { target, failureSummary } of nodes) {
      const detail = failureSummary?.split('\n').slice(1, 3).join(' ').trim() ?? '';
      if (id === 'target-size' && /obscured/.test(detail) && (await isFreeOnceScrolledTo(page, target.join(' '))))
        continue;
      found.push(`${id} (${help}) at ${target.join(' ')}: ${detail}`);
    }
  }
  return found;
}

/** Whether a page is, or has on it, what the staff works with: it has a light and a dark scheme. */
function hasSchemes(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector('#editor-root, .staff') !== null);
}

/** The barriers of a page, and those that its colours are in the dark scheme. */
async function findBarriersInBoth(page: Page, options: { exclude?: readonly string[] } = {}): Promise<string[]> {
  const found = await findBarriers(page, options);
  if (!(await hasSchemes(page))) return found;
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findBarriers(page, { ...options, rules: ['color-contrast'] })).map((line) => `dark: ${line}`));
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/**
 * Whether a target has its size once it is scrolled to the middle of the window: a sticky element may cover it only
 * until it is scrolled. axe allows for that with fixed elements, not with sticky ones.
 */
async function isFreeOnceScrolledTo(page: Page, selector: string): Promise<boolean> {
  await page.locator(selector).evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include(selector)
    .withRules(['target-size'])
    .analyze();
  return violations.length === 0;
}

/** Everything that a page says went wrong: console errors, violations of its policy, exceptions and requests that failed. */
export function collectTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => trouble.push(`${page.url()}: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) {
      trouble.push(`${page.url()}: ${response.status()} for ${response.url()}`);
    }
  });
  return trouble;
}

/** Islands are marked as hydrated before they have rendered and run their effects; the browser is idle after that. */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));
    }
  });
}

declare global {
  interface Window {
    readShifts: () => string[];
  }
}

/** Notes what moves on the pages that are opened from here on; the function says how much did, and what. */
export async function watchLayout(page: Page): Promise<() => Promise<{ total: number; shifts: string }>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    const note = (entries: PerformanceEntryList): void => {
      for (const entry of entries) {
        // TypeScript's DOM does not know `LayoutShift`.
        const { value, sources } = entry as PerformanceEntry & { value: number; sources?: { node?: Node | null }[] };
        const nodes = (sources ?? []).map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
        );
        shifts.push(`${value.toFixed(4)} ${nodes.join(', ')}`);
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.readShifts = () => {
      note(observer.takeRecords());
      return shifts;
    };
  });
  return async () => {
    const shifts = await page.evaluate(async () => {
      // What changed last has been laid out and painted by the second frame.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return window.readShifts();
    });
    return { total: shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0), shifts: shifts.join('\n') };
  };
}

const health = z.object({ queue: z.object({ pending: z.number() }) });

/** Until all that a test has changed is live: the next one reads the files of this worker's server. */
async function untilPublished(): Promise<void> {
  await expect
    .poll(
      async () => {
        // A connection of its own: the server closes idle ones, and a test that computed for minutes has not heard of it.
        const headers = { host: hosts.main, connection: 'close' };
        const response = await fetch(`http://127.0.0.1:${port}/healthz`, { headers });
        return health.parse(await response.json()).queue.pending;
      },
      { message: 'what the test has changed is published', timeout: 30_000, intervals: [20, 50, 100] },
    )
    .toBe(0);
}

type Fixtures = {
  isLeftPublished: void;
  triesNoEval: void;
  signIn: (options?: SignIn) => Promise<void>;
  findBarriers: (options?: { exclude?: readonly string[] }) => Promise<string[]>;
};

export type Scope = {
  /** In the sweeps, what is tagged `@sliced` goes through everything; with each change, through a slice of it. */
  isSweep: boolean;
};

export const test = base.extend<Fixtures, Scope>({
  isSweep: [false, { option: true, scope: 'worker' }],
  isLeftPublished: [
    async ({ isSweep: _ }, use) => {
      await use();
      await untilPublished();
    },
    { auto: true },
  ],
  // What catches the error, as libraries do that can do without, is reported all the same.
  triesNoEval: [
    async ({ context }, use) => {
      const tried: string[] = [];
      context.on('console', (message) => {
        if (message.text().startsWith('eval on ')) tried.push(message.text());
      });
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile }) => {
          if (blockedURI === 'eval') console.debug(`eval on ${location.href} by ${sourceFile}`);
        }),
      );
      await use();
      expect(tried, 'no page tries what its policy forbids').toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use((options) => signIn(page, options));
  },
  // In the sweeps every state that a test of the editor looks at is looked at in both schemes.
  findBarriers: async ({ page, isSweep }, use) => {
    await use((options) => (isSweep ? findBarriersInBoth(page, options) : findBarriers(page, options)));
  },
});

export { expect, siteIds };
