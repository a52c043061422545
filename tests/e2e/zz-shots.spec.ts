import { expect, origins, test } from './fixtures.ts';
const pages = ['/technology/liquid-flow'];
const shots = '/tmp/rc_shots';
test('shots', async ({ page, signIn }) => {
  test.setTimeout(240_000);
  await signIn({ next: '/technology/liquid-flow?draft=true' });
  const act = (name: string, input: object) => page.evaluate(async ([n, i]) => { const r = await fetch('/_actions/' + n, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(i) }); return [r.status, await r.text()]; }, [name, input] as const);
  const { parse } = await import('devalue');
  // the drafts of all languages
  const texts: Record<string, string> = { en: 'Liquid flow, measured again', de: 'Durchflussmengenmessung von Flüssigkeiten mit hoher Wiederholgenauigkeit', jp: '液体の流量を、もう一度、正確に測ります。' };
  const state = await page.evaluate(() => document.querySelector('astro-island[props*="pageId"]')?.getAttribute('props') ?? '');
  const plain = JSON.parse(state, (_k, v) => (Array.isArray(v) && v.length === 2 && (v[0] === 0 || v[0] === 1) ? v[1] : v)).state;
  const module = plain.modules[0];
  for (const locale of Object.keys(texts)) {
    const [status, text] = await act('updateModule', { moduleId: module.id, locale, payload: { ...module.data, title: texts[locale] } });
    console.log(locale, status, String(text).slice(0, 200));
  }
  const [s, t] = await act('publishPage', { pageId: plain.pageId });
  console.log('publish', s);
  const list = parse(String((await act('listPublishes', {}))[1]));
  console.log(JSON.stringify(list.lines.slice(0, 3)));
  const first = list.lines.find((l: { what: string[] }) => l.what.join().includes('Page'));
  await act('updateModule', { moduleId: module.id, locale: 'de', payload: { ...module.data, title: 'Später noch einmal geändert' } });
  await act('publishPage', { pageId: plain.pageId });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${origins.main}/admin/publishing`);
    await page.getByRole('region', { name: 'Publishes' }).waitFor();
    await page.screenshot({ path: `${shots}/list-${width}.png` });
    await page.goto(`${origins.main}/admin/publishing/${first.id}`);
    await page.getByRole('heading', { name: 'URLs' }).waitFor();
    await page.screenshot({ path: `${shots}/detail-${width}.png`, fullPage: true });
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('row').first().waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${shots}/back-${width}.png` });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${origins.main}/technology/liquid-flow`);
    await page.locator('.ed-bar').waitFor();
    await page.screenshot({ path: `${shots}/bar-${width}.png` });
    await page.goto(`${origins.main}/technology/liquid-flow?draft=true`);
    await page.locator('.ed-bar').waitFor();
    await page.screenshot({ path: `${shots}/draft-${width}.png` });
  }
  expect(1).toBe(1);
});
