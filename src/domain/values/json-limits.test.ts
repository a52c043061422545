import { describe, expect, it } from 'vitest';
import { problemOfSize } from './json-limits.ts';

function nested(depth: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { below: value };
  return value;
}

describe('the size of stored JSON', () => {
  it('is accepted up to what can be worked with', () => {
    for (const value of [null, 1, '', {}, [], nested(100), Array(99_999).fill(0)])
      expect(problemOfSize(value)).toBeNull();
  });

  it('is refused beyond, without a recursion that would run out of stack', () => {
    expect(problemOfSize(nested(101))).toMatch(/nested/);
    expect(problemOfSize(nested(200_000))).toMatch(/nested/);
    expect(problemOfSize(Array(100_001).fill(0))).toMatch(/values/);
    expect(problemOfSize(['x'.repeat(4_000_001)])).toMatch(/characters/);
  });
});
