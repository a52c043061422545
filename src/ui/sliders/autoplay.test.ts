import { describe, expect, it } from 'vitest';
import { autoplay, progressAt } from './autoplay.ts';

describe('the progress of a slide', () => {
  it('is 100 after ten seconds, in steps of ten milliseconds', () => {
    expect(autoplay).toEqual({ duration: 10_000, step: 10 });
    expect([0, 9, 10, 19, 20, 2900, 9999, 10_000].map((time) => progressAt(time / autoplay.duration))).toEqual([
      0, 0, 0.1, 0.1, 0.2, 29, 99.9, 100,
    ]);
  });
});
