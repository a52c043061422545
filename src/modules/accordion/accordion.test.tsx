import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import { context, headingLevels, layout, noHeading, richText } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const data = {
  ...layout,
  heading: { ...noHeading, title: 'Questions' },
  items: [
    { id: 'pull-ups', title: 'Which resistors?', body: richText('4.7 kΩ') },
    { id: 'levels', title: 'Which <levels>?', body: emptyRichText },
  ],
};
const render = (slots: Record<string, string> = {}) => markup(View, { id: 8, data, lists: {}, slots, context });

describe('ACCORDION', () => {
  it('is made of disclosures that work without script', () => {
    const html = render();
    expect(html).toContain('data-module-id="8" data-module-type="ACCORDION"');
    expect(html.match(/<details/g)).toHaveLength(2);
    expect(html).toContain('id="module-8-pull-ups"');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
    expect(html).toContain('Which &lt;levels&gt;?');
  });

  it('puts the markup of child modules into the entry they belong to', () => {
    const html = render({ levels: '<section data-module-id="9"></section>' });
    expect(html).toContain(
      '<div class="accordion__slot nested"><section data-module-id="9"></section></div></details>',
    );
    expect(html.match(/accordion__slot/g)).toHaveLength(1);
  });

  it('leaves out an empty text', () => {
    expect(render().match(/accordion__body/g)).toHaveLength(1);
  });
});
