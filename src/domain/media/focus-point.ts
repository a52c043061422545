/**
 * What is to stay in view where a picture is cropped, in whole percents from the left and from the top. Pages have no inline styles,
 * so there is a class for the tens, and one for the ones.
 */
export type FocusPoint = readonly [x: number, y: number];

/** The percent that a place in a picture is at; what is outside of the picture is at its edge. */
export function toFocusPercent(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent)));
}

/** The classes of a picture with a focal point (`src/ui/base.css`). */
export function focusClasses([x, y]: FocusPoint): string {
  return [...makeClasses('x', x), ...makeClasses('y', y)].join(' ');
}

function makeClasses(axis: 'x' | 'y', percent: number): string[] {
  const ones = percent % 10;
  const tens = `focus-${axis}-${percent - ones}`;
  return ones === 0 ? [tens] : [tens, `more-${axis}-${ones}`];
}
