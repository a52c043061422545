import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { EventTeaser } from '#view-model/resolved.ts';
import { context, headingLevels, layout, noHeading } from '#view-model/view-fixtures.ts';
import { events } from './schema.ts';
import { View } from './View.tsx';

const event = (change: Partial<EventTeaser> = {}): EventTeaser => ({
  id: 1,
  link: null,
  title: 'Sensing days',
  summary: 'At the windscreen.',
  venue: 'Hall 2',
  city: 'Yokohama',
  country: 'JP',
  isOnline: false,
  startsAt: '2027-01-19T00:00:00Z',
  endsAt: '2027-01-21T08:00:00Z',
  website: null,
  timeZone: 'Asia/Tokyo',
  image: null,
  ...change,
});
const render = (items: EventTeaser[] | null) =>
  markup(View, {
    id: 6,
    data: { ...layout, heading: noHeading, category: 'all', when: 'upcoming', count: '6' },
    lists: items === null ? {} : { events: { list: 'events', items } },
    slots: {},
    context,
  });

describe('EVENTS', () => {
  it('says when, what and where', () => {
    const html = render([event()]);
    expect(html).toContain('data-module-id="6" data-module-type="EVENTS"');
    expect(html).toContain('dateTime="2027-01-19T00:00:00Z"');
    expect(html.replaceAll(/\s/g, ' ')).toContain('19 – 21 January 2027');
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain('Hall 2, Yokohama, Japan');
    expect(html).toContain('<span class="clause">Hall 2,</span> <span');
    expect(headingLevels(html)).toEqual([2]);
  });

  it('leads nowhere without a link, and out of the site with one', () => {
    expect(render([event()])).not.toContain('<a ');
    const link = { kind: 'external', target: '_blank', href: 'https://fair.example', text: '' } as const;
    expect(render([event({ link })])).toContain('href="https://fair.example" target="_blank" rel="noopener"');
  });

  it('names an online event so', () => {
    expect(render([event({ isOnline: true })])).toContain('>events.online<');
  });

  it('asks for one category or for all', () => {
    const data = events.schema.parse({ category: 'career', when: 'past', count: '3' });
    expect(events.lists?.(data)).toEqual({ events: { list: 'events', category: 'career', when: 'past', limit: 3 } });
    expect(events.lists?.(events.schema.parse({}))).toMatchObject({ events: { category: null, when: 'upcoming' } });
  });
});
