import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const render = (body: string) =>
  markup(View, {
    id: 5,
    data: { ...layout, heading: noHeading, figures: [{ title: '< 0.8', subtitle: '%RH', body }] },
    lists: {},
    slots: {},
    context,
  });

describe('KEY_FIGURES', () => {
  it('names the module, and each figure as a term with its description', () => {
    const html = render('Over the full range');
    expect(html).toContain('data-module-id="5" data-module-type="KEY_FIGURES"');
    expect(html).toContain('<dt class="key-figures__value">&lt; 0.8</dt><dd class="key-figures__subtitle">%RH</dd>');
    expect(html).toContain('Over the full range');
  });

  it('leaves out an empty body', () => {
    expect(render('')).not.toContain('key-figures__body');
  });
});
