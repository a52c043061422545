import { describe, expect, it } from 'vitest';
import { formatUsd } from './money.ts';

describe('an amount of money', () => {
  it('has two decimals and says its currency, as its reader writes it', () => {
    expect(formatUsd(71.2, 'en')).toBe('USD\u00a071.20');
    expect(formatUsd(1234.5, 'de')).toBe('1.234,50\u00a0USD');
    expect(formatUsd(0, 'jp')).toContain('0.00');
  });
});
