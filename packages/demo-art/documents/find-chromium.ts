import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The browser that prints: the one that `PLAYWRIGHT_CHROMIUM` names, Debian's, or Playwright's own. */
export function findChromium(): string {
  const named = process.env['PLAYWRIGHT_CHROMIUM'];
  if (named) return named;
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', chromium.executablePath()].find(existsSync);
  if (found) return found;
  throw new Error(
    'There is no Chromium. Install it (npx playwright install chromium), or set PLAYWRIGHT_CHROMIUM to its path.',
  );
}
