import type { Page } from '@playwright/test';

/** Sets the text size of the browser's settings, which media queries in `rem` follow. */
export async function textSizer(page: Page): Promise<(percent: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (percent) => {
    const standard = (16 * percent) / 100;
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round((standard * 13) / 16) } });
  };
}
