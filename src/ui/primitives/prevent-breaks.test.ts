import { describe, expect, it } from 'vitest';
import { preventFigureBreaks, preventTermBreaks } from './prevent-breaks.ts';

describe('terms of few characters', () => {
  it('are not broken at their hyphen, nor from their number', () => {
    expect(preventTermBreaks('USB-C, AEC-Q100 und RS-485')).toBe('USB-\u2060C, AEC-\u2060Q100 und RS-\u2060485');
    expect(preventTermBreaks('I²C-Bus, gemäß Art. 53 KR')).toBe('I²C-\u2060Bus, gemäß Art.\u00a053\u00a0KR');
    expect(preventTermBreaks('USB-Cポート')).toBe('USB-\u2060Cポート');
    expect(preventTermBreaks('Suwon: Min-jun explains')).toBe('Suwon: Min-\u2060jun explains');
  });

  it('are not broken between their two words', () => {
    expect(preventTermBreaks('More ad hoc announcements')).toBe('More ad\u00a0hoc announcements');
    expect(preventTermBreaks('Weitere Ad-hoc-Mitteilungen')).toBe('Weitere Ad-\u2060hoc-Mitteilungen');
    expect(preventTermBreaks('AEC-Q100 Grade 1')).toBe('AEC-\u2060Q100 Grade\u00a01');
  });

  it('may be broken where they end: words that are put together are long', () => {
    expect(preventTermBreaks('an einem USB-C-Anschluss')).toBe('an einem USB-\u2060C-Anschluss');
    for (const text of ['LIN-Bus', 'CO₂-Messung', 'Feuchte- und Temperatursensor', 'real-time', 'Art. und Weise']) {
      expect(preventTermBreaks(text)).toBe(text);
    }
  });
});

describe('figures', () => {
  it('stay with the name they belong to', () => {
    expect(preventFigureBreaks('gemäß Art. 53 KR: CHF 309,8 Mio., plus 10,8 Prozent am 24. November')).toBe(
      'gemäß Art.\u00a053\u00a0KR: CHF\u00a0309,8\u00a0Mio., plus 10,8\u00a0Prozent am 24.\u00a0November',
    );
    expect(preventFigureBreaks('nach ISO 13485')).toBe('nach ISO\u00a013485');
    expect(preventFigureBreaks('Art. 53 LR, EUR 5 million, 0.4 kelvin')).toBe(
      'Art.\u00a053\u00a0LR, EUR\u00a05\u00a0million, 0.4\u00a0kelvin',
    );
  });

  it('stay with their unit, before any character', () => {
    expect(preventFigureBreaks('from 4 to 0.5 cm³, 23 °C, 1.8 %RH, 5 µm and 80 ms.')).toBe(
      'from 4 to 0.5\u00a0cm³, 23\u00a0°C, 1.8\u00a0%RH, 5\u00a0µm and 80\u00a0ms.',
    );
    expect(preventFigureBreaks('0.2 °C以内、4 cm³から')).toBe('0.2\u00a0°C以内、4\u00a0cm³から');
    for (const text of ['4 to 5', 'in 3 steps', '2 mal', '24 hours', '12 Meter'])
      expect(preventFigureBreaks(text)).toBe(text);
  });

  it('break from other words, with unchanged hyphens', () => {
    for (const text of ['with 12 million-dollar lines of 2024', 'am 24. Tag', 'Prozent 5', 'USB-C']) {
      expect(preventFigureBreaks(text).replaceAll('\u00a0', ' ')).toBe(text);
    }
    expect(preventFigureBreaks('am 24. Tag in 5 Prozentpunkten')).toBe('am 24. Tag in 5 Prozentpunkten');
    expect(preventFigureBreaks('USB-C')).toBe('USB-C');
  });
});
