import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Webinar } from '#view-model/resolved.ts';
import { context, layout, noHeading } from '#view-model/view-fixtures.ts';
import { webinars } from './schema.ts';
import { View } from './View.tsx';

const webinar: Webinar = {
  id: 1,
  title: 'Condensation',
  url: 'https://webinars.example/1',
  summary: '',
  startsAt: '2026-12-01T14:00:00Z',
  isPast: false,
};
const render = (items: Webinar[], source: 'manual' | 'upcoming' = 'manual') =>
  markup(View, {
    id: 7,
    data: { ...layout, heading: noHeading, source, webinars: source === 'manual' ? items : [] },
    lists: source === 'manual' ? {} : { webinars: { list: 'webinars', items } },
    slots: {},
    context,
  });

describe('WEBINARS', () => {
  it('tells the hour of one to come, and asks to register', () => {
    const html = render([webinar], 'upcoming');
    expect(html).toContain('data-module-id="7" data-module-type="WEBINARS"');
    expect(html).toContain('1 December 2026');
    expect(html).toContain('15:00');
    expect(html).toContain('webinars.register');
  });

  it('offers a recording without an hour, or without a day', () => {
    const html = render([
      { ...webinar, isPast: true },
      { ...webinar, id: 2, isPast: true, startsAt: null },
    ]);
    expect(html).not.toContain('15:00');
    expect(html.match(/<time/g)).toHaveLength(1);
    expect(html.match(/webinars\.watch/g)).toHaveLength(2);
  });

  it('lists nothing that was chosen by hand', () => {
    expect(webinars.lists?.(webinars.schema.parse({ source: 'manual' }))).toEqual({});
    expect(webinars.lists?.(webinars.schema.parse({ source: 'past' }))).toMatchObject({ webinars: { when: 'past' } });
  });
});
