import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { maximumMessage, requiredMessage } from '#schema/fields.ts';
import { context, image, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { imageGroup } from './schema.ts';

const render = (...images: object[]) => renderWith('md', ...images);
const renderWith = (imageSpacing: 'no-space' | 'sm' | 'md' | 'lg', ...images: object[]) =>
  markup(View, {
    id: 6,
    data: {
      ...layout,
      heading: noHeading,
      imageSpacing,
      images: images.map((change) => ({ image, title: '', caption: '', ...change })),
    },
    lists: {},
    slots: {},
    context,
  });
const messagesOf = (images: object[]) =>
  imageGroup.schema.safeParse({ images }).error?.issues.map(({ message }) => message) ?? [];

describe('IMAGE_GROUP', () => {
  it('shows one picture wide, or two side by side', () => {
    expect(render({})).toContain('data-module-id="6" data-module-type="IMAGE_GROUP"');
    expect(render({})).toContain('image-group__images--1');
    expect(render({}, {}).match(/<figure/g)).toHaveLength(2);
  });

  it('has a caption only where there is something to say', () => {
    expect(render({})).not.toContain('figcaption');
    expect(render({ title: 'Oven' })).toContain('>Oven</strong></figcaption>');
    expect(render({ caption: 'At 85 °C' })).toContain('<span>At 85 °C</span></figcaption>');
  });

  it('has the space between its pictures that was chosen', () => {
    for (const space of ['no-space', 'sm', 'md', 'lg'] as const)
      expect(renderWith(space, {}, {})).toContain(`gap-${space}"`);
    expect(imageGroup.schema.parse({ images: [{ image: 1 }] }).imageSpacing).toBe('md');
    expect(imageGroup.schema.safeParse({ imageSpacing: 'none', images: [{ image: 1 }] }).success).toBe(false);
  });

  it('needs one picture and takes two', () => {
    expect(messagesOf([])).toEqual([requiredMessage]);
    expect(messagesOf([{}])).toEqual([requiredMessage]);
    expect(messagesOf([{ image: 1 }, { image: 2 }])).toEqual([]);
    expect(messagesOf([{ image: 1 }, { image: 2 }, { image: 3 }])).toEqual([maximumMessage(2)]);
  });

  it('takes texts up to their limits', () => {
    expect(messagesOf([{ image: 1, title: 'e\u0301'.repeat(60), caption: '🧪'.repeat(130) }])).toEqual([]);
    expect(messagesOf([{ image: 1, title: 'e\u0301'.repeat(61) }])).toEqual(['Max. 60 characters']);
    expect(messagesOf([{ image: 1, caption: '🧪'.repeat(131) }])).toEqual(['Max. 130 characters']);
  });
});
