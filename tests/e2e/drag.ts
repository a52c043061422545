import { type Locator, type Page, expect } from '@playwright/test';
import { untilIdle } from './fixtures.ts';

/** Something that presses, moves and lets go at points of the page, as a hand does. */
export type Pointer = {
  press: (x: number, y: number) => Promise<void>;
  move: (x: number, y: number) => Promise<void>;
  release: () => Promise<void>;
};

export function makeMouse(page: Page): Pointer {
  return {
    press: async (x, y) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    move: (x, y) => page.mouse.move(x, y, { steps: 5 }),
    release: () => page.mouse.up(),
  };
}

/** A finger; the page's context has touch. */
export async function makeFinger(page: Page): Promise<Pointer> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  return {
    press: async (x, y) => void (await send('touchStart', x, y)),
    move: async (x, y) => void (await send('touchMove', x, y)),
    release: async () => void (await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })),
  };
}

/** The position at which the dragged element would be dropped. */
export const dropPlace = (page: Page): Locator => page.locator('.ed-drop-place');

/**
 * The index of the dragged element in the list around an element, or in the element; -1 while it is not over that list.
 */
function placeIn(to: Locator): Promise<number> {
  return to.evaluate((element) => {
    const list = element.closest('ol') ?? element.querySelector('ol');
    return [...(list?.children ?? [])]
      .filter((row) => !row.matches('.ed-item--dragged'))
      .findIndex((row) => row.matches('.ed-drop-place'));
  });
}

type Box = { x: number; y: number; width: number; height: number };
type Drag = { to: Locator; place: number; below?: boolean; pointer?: Pointer };

/** Presses the middle of an element and moves it until a drag has begun; answers with the box of the target. */
async function pickUp(page: Page, from: Locator, to: Locator, hand: Pointer): Promise<Box> {
  // In view, at rest and with nothing above it, such as a window that is closing; a closed one may have returned the focus later.
  await untilIdle(page);
  // A busy machine's browser now and then draws no frame until it is asked again.
  await expect(() => from.hover({ trial: true, timeout: 3000 })).toPass();
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('nothing to drag');
  const x = start.x + Math.min(start.width / 2, 20);
  const y = start.y + start.height / 2;
  await hand.press(x, y);
  await hand.move(x + 8, y + 4);
  await expect(dropPlace(page)).toHaveCount(1);
  return end;
}

/** Presses the middle of an element and moves it over the upper part of another, or the lower, until it has the place there. */
export async function dragOver(page: Page, from: Locator, { to, place, below, pointer }: Drag): Promise<Pointer> {
  const hand = pointer ?? makeMouse(page);
  const end = await pickUp(page, from, to, hand);
  let sway = 0;
  const reach = async () => {
    const now = await placeIn(to);
    if (now === place) return now;
    // A hand follows a row that has moved, and goes on moving: a single movement is not heard while the rows still glide.
    const { x, y, width, height } = (await to.boundingBox()) ?? end;
    sway = 1 - sway;
    await hand.move(x + width / 2 + sway, y + (below ? height - 3 : 3));
    return placeIn(to);
  };
  await expect.poll(reach).toBe(place);
  return hand;
}

export async function drag(page: Page, from: Locator, over: Drag): Promise<void> {
  await (await dragOver(page, from, over)).release();
  await expect(dropPlace(page)).toHaveCount(0);
}
