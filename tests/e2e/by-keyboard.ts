import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/**
 * Goes to a control by Tab, or by Shift+Tab, and checks that the focus is visible. The editor is at the end of the
 * page.
 */
export async function tabTo(page: Page, target: Locator, way?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isFromTheTop = await target.evaluate(
    (element) => document.activeElement === document.body && element.closest('#editor-root') !== null,
  );
  const key = way ?? (isFromTheTop ? 'Shift+Tab' : 'Tab');
  for (let presses = 0; presses < 120 && !(await hasFocus(target)); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle === 'none' ? '0px' : outlineWidth;
  });
  expect(Number.parseFloat(ring), 'a ring around what has the focus').toBeGreaterThanOrEqual(2);
}

export async function press(page: Page, target: Locator, way?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, way);
  await page.keyboard.press('Enter');
}

/** Replaces the value of a field. */
export async function write(page: Page, field: Locator, text: string): Promise<string> {
  await tabTo(page, field);
  const before = await field.inputValue();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  return before;
}
