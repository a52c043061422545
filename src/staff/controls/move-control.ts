/**
 * The button that has the focus once an item was moved by a step: the same one again, or at an end, where it is disabled, the
 * other.
 * @returns a selector within the item
 * @example moveControl(-1, 0, 3) // '[data-move="down"]'
 */
export function moveControl(by: -1 | 1, to: number, count: number): string {
  const isUp = by === -1 ? to > 0 : to === count - 1;
  return `[data-move="${isUp ? 'up' : 'down'}"]`;
}
