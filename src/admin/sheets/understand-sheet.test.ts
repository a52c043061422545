import { describe, expect, it } from 'vitest';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { encodeText } from '../../../tests/fixtures/encode-text.ts';
import { guessColumns } from './read-sheet.ts';
import {
  type SheetChoices,
  type SheetSource,
  findDates,
  findDecimals,
  pickSample,
  understandSheet,
} from './understand-sheet.ts';

function understand(kind: KindName, source: SheetSource, choices: SheetChoices = {}) {
  const columns = listSheetColumns(getKind(kind));
  const understood = understandSheet(source, choices, columns);
  const sheet = understood.sheet ?? { headings: [], rows: [] };
  const keys = guessColumns(sheet.headings, columns);
  const decimals = findDecimals(sheet, keys, columns, choices.decimal);
  const dates = findDates(sheet, keys, columns, choices.dates);
  const format = { decimal: decimals.value, dates: dates.value, zone: null };
  return { ...understood, decimals, dates, sample: pickSample(sheet, keys, columns, format) };
}

const shownIn = (read: ReturnType<typeof understand>, index: number) =>
  read.sample.map(({ cells }) => cells[index]?.text);

describe('a stock list of a German sheet', () => {
  it('with 1.000 in it is a question, and the sample follows the answer', () => {
    const source = { text: 'Id;Quantity\n1;1.000\n2;5\n' };
    const open = understand('inventory_item', source);
    expect(open.decimals).toMatchObject({
      value: null,
      question: expect.stringContaining('“1.000” in row 2, Quantity'),
    });
    expect(open.sample[0]?.cells[1]).toEqual({ text: '1.000', problem: expect.stringContaining('1.000') });
    const comma = understand('inventory_item', source, { decimal: ',' });
    expect(comma.decimals.question).toBeNull();
    expect(shownIn(comma, 1)).toEqual(['1,000', '5']);
    // A whole number has no decimals, whoever says so.
    expect(understand('inventory_item', source, { decimal: '.' }).sample[0]?.cells[1]).toEqual({
      text: '1.000',
      problem: expect.stringContaining('1.000'),
    });
  });

  it('says what is wrong with a cell of the sample, however the table is written', () => {
    const read = understand('job', { text: 'Id;Date\n1;13/04/2026\n' });
    expect(read.dates.question).toBeNull();
    expect(read.sample[0]?.cells[1]?.problem).toContain('“13/04/2026” has no time of day');
  });

  it('is understood by another cell', () => {
    const read = understand('stock_quote', { text: 'Id;Close;Volume\n1;12,5;1.000\n2;1.234,50;12.500\n' });
    expect(read.decimals).toEqual({ isPresent: true, value: ',', seen: '“12,5” in row 2, Close', question: null });
    expect(shownIn(read, 2)).toEqual(['1,000', '12,500']);
  });
});

it('decimals that are written in two ways are a question with both places', () => {
  const { decimals } = understand('stock_quote', { text: 'Id;Close\n1;12,5\n2;12.5\n' });
  expect(decimals.question).toMatch(
    /“12,5” in row 2, Close, and “12.5” in row 3, Close|“12.5” in row 3, Close, and “12,5” in row 2, Close/,
  );
});

it('whole numbers and degrees need no answer', () => {
  expect(understand('inventory_item', { text: 'Id;Quantity\n1;1000\n' }).decimals).toEqual({
    isPresent: true,
    value: null,
    seen: null,
    question: null,
  });
  const { decimals } = understand('location', { text: 'Id;Latitude;Longitude\n1;47.376;8.541\n' });
  expect(decimals.question).toBeNull();
  expect(understand('tag', { text: 'Slug;Name\na;1.000\n' }).decimals.isPresent).toBe(false);
});

describe('dates', () => {
  it('of numbers that may be two days are a question', () => {
    const source = { text: 'Id;Day\n1;2026-11-29\n2;03/04/2026\n' };
    expect(understand('stock_quote', source).dates.question).toContain(
      '“03/04/2026” in row 3, Day, is 2026-04-03 or 2026-03-04',
    );
    expect(shownIn(understand('stock_quote', source, { dates: 'month-first' }), 1)).toEqual([
      '29 November 2026',
      '4 March 2026',
    ]);
  });

  it('are understood by another one of them', () => {
    const read = understand('stock_quote', { text: 'Id;Day\n1;03/04/2026\n2;29/11/2026\n' });
    expect(read.dates).toMatchObject({ value: 'day-first', seen: '“29/11/2026” in row 3, Day', question: null });
    expect(shownIn(read, 1)).toEqual(['3 April 2026', '29 November 2026']);
  });

  it('of two orders are a question', () => {
    const { dates } = understand('stock_quote', { text: 'Id;Day\n1;11/29/2026\n2;29/11/2026\n' });
    expect(dates.question).toContain('two orders');
  });

  it('of a country say themselves what they are', () => {
    const text = 'Id\tDay\n1\t29.11.2026\n2\t2026年11月29日\n3\t2026. 11. 29.\n';
    expect(shownIn(understand('stock_quote', { text }), 1)).toEqual(Array(3).fill('29 November 2026'));
  });
});

describe('a file in the encoding of a country', () => {
  it.each([
    ['shift_jis', '温湿度センサー'],
    ['gb18030', '温湿度传感器和流量控制器'],
    ['euc-kr', '온습도 센서와 유량 컨트롤러'],
    ['windows-1252', 'Größe für Behälter'],
  ] as const)('of %s is read by itself, and as another one when that is chosen', (encoding, name) => {
    const bytes = encodeText(`sep=;\r\nSlug;Name (English)\r\na;${name}\r\n`, encoding);
    const read = understand('tag', { bytes });
    expect(read).toMatchObject({ encoding: { value: encoding, question: null }, problem: null });
    expect(shownIn(read, 1)).toEqual([name]);
    const other = encoding === 'shift_jis' ? 'windows-1252' : 'shift_jis';
    const wrong = understand('tag', { bytes }, { encoding: other });
    expect(shownIn(wrong, 1)).not.toEqual([name]);
  });

  it('that cannot be told is a question', () => {
    const bytes = encodeText('Slug,Name\na,가나\n', 'euc-kr');
    expect(understand('tag', { bytes }).encoding?.question).toContain('encoding');
    expect(understand('tag', { bytes }, { encoding: 'euc-kr' })).toMatchObject({
      encoding: { question: null },
      problem: null,
    });
  });

  it('put together from two is refused with the place', () => {
    const utf8 = (text: string) => new TextEncoder().encode(text);
    const mixed = Uint8Array.from([
      ...utf8('Slug;Name\na;Größe\nb;Größe\n'),
      ...encodeText('c;Größe\n', 'windows-1252'),
    ]);
    expect(understand('tag', { bytes: mixed }).problem).toContain('Row 4, “Name”');
    const other = Uint8Array.from([
      ...encodeText(`Slug;Name\n${'a;Größe für Behälter\n'.repeat(30)}`, 'windows-1252'),
      ...utf8('b;Größe\n'),
    ]);
    expect(understand('tag', { bytes: other }).problem).toContain('Row 32, “Name”');
  });
});

it('a million rows are refused before they are held', () => {
  const read = understand('tag', { bytes: new TextEncoder().encode(`Slug;Name\n${'a;b\n'.repeat(1_000_000)}`) });
  expect(read).toMatchObject({ sheet: null, problem: expect.stringContaining('5,000 rows') });
});
