import { describe, expect, it } from 'vitest';
import { keepTerms } from './keep-terms.ts';

describe('terms of few signs', () => {
  it('are not broken at their hyphen, nor from their number', () => {
    expect(keepTerms('USB-C, AEC-Q100 und RS-485')).toBe('USB\u2011C, AEC\u2011Q100 und RS\u2011485');
    expect(keepTerms('I²C-Bus, gemäß Art. 53 KR')).toBe('I²C\u2011Bus, gemäß Art.\u00a053 KR');
    expect(keepTerms('USB-Cポート')).toBe('USB\u2011Cポート');
  });

  it('may be broken where they end: words that are put together are long', () => {
    expect(keepTerms('an einem USB-C-Anschluss')).toBe('an einem USB\u2011C-Anschluss');
    for (const text of ['LIN-Bus', 'CO₂-Messung', 'Feuchte- und Temperatursensor', 'real-time', 'Art. und Weise']) {
      expect(keepTerms(text)).toBe(text);
    }
  });
});
