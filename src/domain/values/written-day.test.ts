import { describe, expect, it } from 'vitest';
import { dayOfSerial, momentsAt, parseDay, parseLocalTime } from './written-day.ts';

describe('29 November 2026 is read', () => {
  it.each([
    '2026-11-29',
    '2026/11/29',
    '2026.11.29',
    '2026. 11. 29.',
    '2026年11月29日',
    '２０２６年１１月２９日',
    '2026年11月29日(日)',
    '2026年11月29日 日曜日',
    '2026年11月29日星期日',
    '2026년 11월 29일',
    '2026년 11월 29일 일요일',
    '29.11.2026',
    '29. 11. 2026',
    '29. November 2026',
    '29. Nov. 2026',
    'Sonntag, 29. November 2026',
    'So, 29.11.2026',
    '29 November 2026',
    '29th November 2026',
    '29-Nov-2026',
    '29-Nov-26',
    'November 29, 2026',
    'Nov 29, 2026',
    'Sunday, November 29, 2026',
  ])('of %j', (text) => {
    expect(parseDay(text)).toEqual({ is: 'day', day: '2026-11-29', order: null });
  });

  it.each([
    ['29/11/2026', 'day-first'],
    ['29-11-2026', 'day-first'],
    ['11/29/2026', 'month-first'],
    ['11/29/26', 'month-first'],
  ])('of %j, which is %s', (text, order) => {
    expect(parseDay(text)).toEqual({ is: 'day', day: '2026-11-29', order });
  });
});

it.each([
  ['1. März 2026', '2026-03-01'],
  ['1. Mrz 2026', '2026-03-01'],
  ['1 Mai 2026', '2026-05-01'],
  ['1 Dez 26', '2026-12-01'],
  ['Sept 1, 2026', '2026-09-01'],
  ['29.2.2028', '2028-02-29'],
  ['05/05/2026', '2026-05-05'],
])('%j is %s', (text, day) => expect(parseDay(text)).toEqual({ is: 'day', day, order: null }));

it('numbers that are several days stay open', () => {
  expect(parseDay('03/04/2026')).toEqual({
    is: 'open',
    readings: { 'day-first': '2026-04-03', 'month-first': '2026-03-04' },
  });
  expect(parseDay('29.11.26')).toEqual({
    is: 'open',
    readings: { 'day-first': '2026-11-29', 'year-first': '2029-11-26' },
  });
});

it.each([
  '',
  '2026',
  '31.4.2026',
  '29.2.2026',
  '2026-13-01',
  '13/13/2026',
  '3/4',
  'Nov 2026',
  '29 No 2026',
  'soon',
  '46355',
  '29..11.2026',
])('%j is no day', (text) => expect(parseDay(text)).toEqual({ is: 'none' }));

it.each([
  ['29.11.2026 15:00', '15:00:00'],
  ['29.11.2026, 15:00 Uhr', '15:00:00'],
  ['2026-11-29 15:00:00', '15:00:00'],
  ['2026-11-29T15:00', '15:00:00'],
  ['29 Nov 2026 3:00 PM', '15:00:00'],
  ['2026/11/29 15:00', '15:00:00'],
  ['2026年11月29日 15時00分', '15:00:00'],
  ['2026年11月29日 下午3:00', '15:00:00'],
  ['2026-11-29 오후 3:00', '15:00:00'],
  ['2026-11-29 12:30 AM', '00:30:00'],
])('%j has the time %s', (text, time) => {
  expect(parseLocalTime(text)).toEqual({ day: { is: 'day', day: '2026-11-29', order: null }, time });
});

it.each(['29.11.2026', '2026-11-29 25:00', '2026-11-29 15:60', '2026-11-29 13:00 PM', '2026-11-29T15:00Z'])(
  '%j has no time of day that clocks show',
  (text) => expect(parseLocalTime(text)).toBeNull(),
);

it('a time of day is the moment of a time zone', () => {
  expect(momentsAt('2026-11-29', '15:00:00', 'Europe/Zurich')).toEqual(['2026-11-29T14:00:00.000Z']);
  expect(momentsAt('2026-10-25', '02:30:00', 'Europe/Zurich')).toHaveLength(2);
});

it('the number of a day in a spreadsheet is told', () => {
  expect(dayOfSerial(46_355)).toBe('2026-11-29');
  expect(dayOfSerial(7)).toBeNull();
});
