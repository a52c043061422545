import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { requiredMessage } from '#schema/fields.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import { context, headingLevels, layout, noHeading, richText } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { manualTabs } from './schema.ts';

const data = {
  ...layout,
  heading: { ...noHeading, title: 'Delivery' },
  tabs: [
    { id: 'tape', title: 'Tape', body: richText('2500 pieces') },
    { id: 'tray', title: 'Tray', body: emptyRichText },
  ],
};
const render = (slots: Record<string, string> = {}) => markup(View, { id: 8, data, lists: {}, slots, context });
const messagesOf = (tabs: object[]) =>
  manualTabs.schema.safeParse({ tabs }).error?.issues.map(({ message }) => message) ?? [];

describe('MANUAL_TABS', () => {
  it('is made of sections with titles and links to them, before any script runs', () => {
    const html = render();
    expect(html).toContain('data-module-id="8" data-module-type="MANUAL_TABS"');
    expect(html).toContain('href="#module-8-tray"');
    expect(html).toContain('<div id="module-8-tray" class="tab-panels__panel">');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
    expect(html).not.toContain('hidden=""><h3');
  });

  it('puts the markup of child modules into the tab they belong to', () => {
    const html = render({ tray: '<section data-module-id="9"></section>' });
    expect(html).toContain(
      'Tray</h3><div class="manual-tabs__slot nested"><section data-module-id="9"></section></div></div>',
    );
    expect(html.match(/manual-tabs__slot/g)).toHaveLength(1);
  });

  it('offers a slot for each tab', () => {
    expect(manualTabs.slots?.(manualTabs.schema.parse(data))).toEqual(['tape', 'tray']);
  });

  it('needs a tab, and a title of each', () => {
    expect(messagesOf([])).toEqual([requiredMessage]);
    expect(messagesOf([{ id: 'a', title: '' }])).toEqual([requiredMessage]);
    expect(messagesOf([{ id: 'a', title: '🧪'.repeat(60) }])).toEqual([]);
    expect(messagesOf([{ id: 'a', title: '🧪'.repeat(61) }])).toEqual(['Max. 60 characters']);
  });
});
