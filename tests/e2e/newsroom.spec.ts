import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { collectTrouble, expect, origins, outDirectory, test } from './fixtures.ts';
import { publishedPages } from './published.ts';

const press = `${origins.main}/company/news/press-releases-and-news`;
const jobs = `${origins.main}/career/list`;
const stories = `${origins.main}/career/career-news/employee-stories`;
const events = `${origins.main}/company/news/events`;
const adHoc = `${origins.main}/company/news/ad-hoc-announcement-pursuant-to-art-53-lr`;

const cards = (page: Page) => page.locator('.newsroom [data-item]:visible');

/** Waits until the browser has taken the list over. */
async function reach(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('.filtered-list').scrollIntoViewIfNeeded();
  await expect(page.locator('.filtered-list[data-ready]')).toBeAttached();
}

/** The structured data of a page for a type. */
async function structured(page: Page, type: string): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text): Record<string, unknown> => JSON.parse(text)).filter((item) => item['@type'] === type);
}

test.describe('news', () => {
  test(
    'is narrowed down by type and year, and the address says so @phone',
    { tag: '@smoke' },
    async ({ page, findBarriers }) => {
      const trouble = collectTrouble(page);
      await reach(page, press);
      await expect(cards(page)).toHaveCount(12);
      await page.getByRole('link', { name: 'Press release', exact: true }).click();
      await page.getByRole('link', { name: '2025', exact: true }).click();
      await expect(page).toHaveURL(`${press}?type=press_release&year=2025`);
      await expect(page.locator('.newsroom h2:visible')).toHaveText(['2025']);
      const found = await cards(page).count();
      await page.reload();
      await expect(page.locator('.filtered-list[data-ready]')).toBeAttached();
      await expect(cards(page)).toHaveCount(found);
      await page.goBack();
      await expect(page.locator('.newsroom h2:visible')).not.toHaveText(['2025']);
      expect(await findBarriers()).toEqual([]);
      expect(trouble).toEqual([]);
    },
  );

  test('turns its pages, by twelve, by twenty-four, or all at once @sweep', async ({ page }) => {
    await reach(page, press);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(`${press}?page=2`);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page).toHaveURL(`${press}?size=all`);
    await expect(cards(page)).toHaveCount(await page.locator('.newsroom [data-item]').count());
  });

  test('preserves other parameters of the address @sweep', async ({ page }) => {
    await reach(page, `${press}?utm_source=mail`);
    await page.getByRole('link', { name: 'News', exact: true }).last().click();
    await expect(page).toHaveURL(`${press}?utm_source=mail&type=news`);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('is all there, and links lead to one type or one year @phone @sweep', async ({ page }) => {
      await page.goto(press);
      const all = await page.locator('.newsroom [data-item]').count();
      await expect(cards(page)).toHaveCount(all);
      await page.locator('.filtered-list__links').getByRole('link', { name: '2025' }).click();
      await expect(page.locator('.newsroom h2:visible')).toHaveText(['2025']);
      await page.locator('.filtered-list__links').getByRole('link', { name: 'Ad hoc' }).click();
      await expect(page.locator('.newsroom [data-type="ad_hoc"]:visible').first()).toBeVisible();
      await expect(page.locator('.newsroom [data-type="news"]:visible')).toHaveCount(0);
    });

    test('jobs are all there, and nothing that only a script can do is offered @sweep', async ({ page }) => {
      await page.goto(jobs);
      await expect(page.locator('.job-table tbody tr:visible')).toHaveCount(11);
      await expect(page.locator('.filtered-list select:visible')).toHaveCount(0);
    });
  });
});

test.describe('ad hoc announcements', () => {
  test('are flagged and dated to the minute, in the list and on their own page @phone @sweep', async ({ page }) => {
    await page.goto(adHoc);
    await expect(page.getByText('Ad hoc announcement pursuant to Art. 53 LR').first()).toBeVisible();
    await expect(page.locator('.dated-rows__when').last()).toHaveText(/^\d{1,2} \w+ \d{4}.* 06:45 (CET|GMT\+1)$/);
    await page.getByRole('link', { name: /^Annual results 2024/ }).click();
    await expect(page.locator('.article__flag')).toHaveText('Ad hoc announcement pursuant to Art. 53 LR');
    await expect(page.locator('.article__meta time')).toHaveText(/11 March 2025.* 06:45/);
    await page.getByRole('link', { name: 'All ad hoc announcements' }).click();
    await expect(page).toHaveURL(adHoc);
  });
});

test.describe('events', () => {
  test('lead to their page, which a calendar can take in @phone', async ({ page, request }) => {
    await page.goto(events);
    await expect(page.getByRole('heading', { name: 'Upcoming events' })).toBeVisible();
    await page.locator('#upcoming .dated-rows__row').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/events\/event\/[\w-]+$/);
    const [event] = await structured(page, 'Event');
    expect(event).toMatchObject({ eventStatus: 'https://schema.org/EventScheduled', startDate: expect.any(String) });
    const href = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href');
    const file = await request.get(`${origins.main}${href}`);
    expect(file.headers()['content-type']).toContain('text/calendar');
    const text = await file.text();
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(text.replaceAll('\r\n ', '')).toContain(`URL:${page.url()}`);
  });
});

test.describe('the blog', () => {
  test('leads from its list to a post, its author and its subjects @phone', async ({ page, findBarriers }) => {
    await page.goto(`${origins.main}/newsroom/blog`);
    await page.locator('.newsroom__cards').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/newsroom\/blog\/[\w-]+$/);
    const [post] = await structured(page, 'BlogPosting');
    expect(post).toMatchObject({ author: { '@type': 'Person' } });
    const author = page.locator('.article__meta a');
    const name = (await author.textContent()) ?? '';
    await author.click();
    await expect(page).toHaveURL(/\/newsroom\/blog\/author\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.locator('.article__latest').getByRole('link').first().click();
    const subject = page.getByRole('list', { name: 'Subjects' }).getByRole('link').first();
    const about = (await subject.textContent()) ?? '';
    await subject.click();
    await expect(page).toHaveURL(/\/newsroom\/blog\/tag\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(about);
    expect(await findBarriers()).toEqual([]);
  });
});

test.describe('career', () => {
  test('jobs are found by place, field, working time and remote work, and a link says which @phone', async ({
    page,
  }) => {
    await reach(page, jobs);
    const rows = page.locator('.job-table tbody tr:visible');
    await expect(rows).toHaveCount(11);
    await page.getByLabel('Location').selectOption({ label: 'Rapperswil, Switzerland' });
    await page.getByLabel('Field').selectOption({ label: 'IT and software' });
    await page.getByLabel('Working time').selectOption({ label: '60 - 80%' });
    await page.getByRole('checkbox').check();
    await expect(page).toHaveURL(`${jobs}?place=rapperswil&field=it-software&workload=80&remote=yes`);
    await expect(rows).toHaveCount(1);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('checkbox')).toBeChecked();
    expect(await structured(page, 'JobPosting')).toHaveLength(11);
  });

  test('the arrow and the link of a job follow its last word without overlap @phone @sweep', async ({ page }) => {
    await page.goto(jobs);
    const titles = page.locator('.job-table__title');
    await expect(titles).toHaveCount(11);
    const places = await titles.evaluateAll((all) =>
      all.map((title) => {
        const boxOf = (selector: string) => title.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const lines = [...(title.querySelector('.job-table__words')?.getClientRects() ?? [])];
        return { words: lines.at(-1) ?? new DOMRect(), arrow: boxOf('.icon'), link: boxOf('.job-table__link') };
      }),
    );
    for (const { words, arrow, link } of places) {
      expect(arrow.right).toBeLessThanOrEqual(link.left + 1);
      expect(link.right).toBeLessThanOrEqual(words.right + 1);
      for (const { top, bottom } of [arrow, link]) {
        expect((top + bottom) / 2).toBeGreaterThan(words.top);
        expect((top + bottom) / 2).toBeLessThan(words.bottom);
      }
    }
  });

  test('a link leads to one job, with any other filter @phone @sweep', async ({ page }) => {
    await reach(page, `${jobs}?field=finance`);
    const href = await page.locator('.job-table tbody tr[hidden] .job-table__link').first().getAttribute('href');
    await page.goto(`${jobs}?field=finance&utm_source=mail${href}`);
    await page.reload();
    const asked = page.locator('.job-table tr:target');
    await expect(asked).toBeVisible();
    await expect(asked).toBeInViewport();
    await expect(page).toHaveURL(`${jobs}?utm_source=mail${href}`);
  });

  test('stories are narrowed down to a category and a group, and each has a page @sweep', async ({ page }) => {
    await reach(page, stories);
    await page.getByRole('link', { name: 'First steps' }).click();
    await expect(page.locator('.newsroom h2:visible')).toHaveText(['First steps']);
    await page.getByLabel('Group').selectOption({ label: 'Apprentices' });
    await cards(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/employee-stories\/article\/[\w-]+$/);
    await page.getByRole('link', { name: 'All employee stories' }).click();
    await expect(page).toHaveURL(stories);
  });
});

test('a page made from a record cannot be edited, says so, and leads to the form of its record @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: '/newsroom/blog/humidity-sensor-warm-board' });
  const edit = page.getByRole('button', { name: 'Edit page' });
  await expect(edit).toBeVisible();
  await edit.hover();
  await expect(page.getByText('This page cannot be modified via Page Builder')).toBeVisible();
  await page.goto(origins.main + '/newsroom/blog/humidity-sensor-warm-board?draft=true');
  const form = page.getByRole('link', { name: 'Edit blog post' });
  await expect(form).toBeVisible();
  await page.goto(origins.main + '/newsroom/blog/humidity-sensor-warm-board');
  await form.click();
  await expect(page).toHaveURL(/\/admin\/post\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('humidity');
});

test('every list has a feed in each of its languages', async () => {
  const lists = ['newsroom/blog', 'company/news/press-releases-and-news', 'career/career-news/news-pressreleases'];
  for (const list of lists) {
    const feed = await readFile(`${outDirectory}/main/current/${list}/rss.xml`, 'utf8');
    const links = [...feed.matchAll(/<item>.*?<link>([^<]*)<\/link>/g)].map(([, url = '']) => new URL(url).pathname);
    expect(links.length).toBeGreaterThan(1);
    const published = new Set(publishedPages().map(({ site, path }) => `${site}${path}`));
    for (const path of links) expect(published).toContain(`main${path}`);
  }
});
