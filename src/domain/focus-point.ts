/**
 * What is to stay in view where a picture is cropped, in percent from the left and from the top. Pages have no inline styles, so it is
 * in steps, each of which has a class.
 */
export type FocusPoint = readonly [x: number, y: number];

export const focusStep = 10;

/** The nearest step of a place in a picture, given in percent; what is outside of the picture is at its edge. */
export function toFocusStep(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent / focusStep) * focusStep));
}

/** The classes of a picture with a focal point (`src/ui/base.css`). */
export function focusClasses([x, y]: FocusPoint): string {
  return `focus-x-${x} focus-y-${y}`;
}
