import { describe, expect, it } from 'vitest';
import { renderCalendar } from './calendar.ts';

const event = {
  id: 7,
  title: 'Fair; halls 1, 2 \\ 3',
  summary: 'Two days.\nBring a board.',
  place: 'Messe Zürich, Zürich, Schweiz',
  url: 'https://www.example.com/company/news/events/event/fair',
  startsAt: '2027-01-19T09:00:00+01:00',
  endsAt: '2027-01-20T17:30:00+01:00',
  updatedAt: '2026-11-01T07:00:00.123Z',
};

describe('the calendar file of an event', () => {
  it('tells the times in UTC and names the event by its id', () => {
    const lines = renderCalendar(event).split('\r\n');
    expect(lines).toContain('DTSTART:20270119T080000Z');
    expect(lines).toContain('DTEND:20270120T163000Z');
    expect(lines).toContain('DTSTAMP:20261101T070000Z');
    expect(lines).toContain('UID:event-7@www.example.com');
    expect(lines.at(-1)).toBe('');
  });

  it('escapes what has a meaning in such a file', () => {
    const text = renderCalendar(event);
    expect(text).toContain('SUMMARY:Fair\\; halls 1\\, 2 \\\\ 3\r\n');
    expect(text).toContain('DESCRIPTION:Two days.\\nBring a board.\r\n');
  });

  it('folds long lines by bytes without cutting a character', () => {
    const title = '湿度センサー'.repeat(20);
    const text = renderCalendar({ ...event, title });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
  });

  it('leaves out what is not known', () => {
    expect(renderCalendar({ ...event, summary: '', place: '' })).not.toMatch(/DESCRIPTION|LOCATION/);
  });
});
