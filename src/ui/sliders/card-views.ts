/**
 * The number of cards side by side in each kind of row: on wide screens, and below a width in CSS pixels at the usual
 * text size. `per-view.css` repeats the values for the time before hydration.
 */
export const cardViews = {
  products: { wide: 4, below: { 1200: 3, 960: 2, 576: 1 } },
  teasers: { wide: 3, below: { 960: 2, 576: 1 } },
  highlights: { wide: 4, below: { 1200: 3, 768: 1 } },
  logos: { wide: 7, below: { 1200: 6, 960: 5, 768: 4 } },
} as const satisfies Record<string, { wide: number; below: Readonly<Record<number, number>> }>;
export type CardView = keyof typeof cardViews;
