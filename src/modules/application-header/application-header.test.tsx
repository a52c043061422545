import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { applicationHeader } from './schema.ts';

const data = { ...layout, tag: '', title: 'Air in buildings', lead: '', image, links: [] };
const render = (change: Partial<typeof data> | object = {}, titleModule?: number | null) =>
  markup(View, {
    id: 5,
    data: { ...data, ...change },
    lists: {},
    slots: {},
    context: titleModule === undefined ? context : { ...context, titleModule },
  });

describe('APPLICATION_HEADER', () => {
  it('holds the h1 when it is the first header of its page, and an h2 when it is not', () => {
    expect(headingLevels(render())).toEqual([1]);
    expect(headingLevels(render({}, 5))).toEqual([1]);
    expect(headingLevels(render({}, 4))).toEqual([2]);
    expect(headingLevels(render({}, null))).toEqual([2]);
  });

  it('names the module and fetches its picture first', () => {
    const html = render();
    expect(html).toContain('data-module-id="5" data-module-type="APPLICATION_HEADER"');
    expect(html).toContain('fetchPriority="high"');
  });

  it('leaves out empty fields, and shows one primary button', () => {
    for (const part of ['page-header__lead', 'class="tag"', '<a ']) expect(render()).not.toContain(part);
    const html = render({
      links: [
        { title: 'A', link },
        { title: 'B', link },
      ],
    });
    expect(html.match(/button--primary/g)).toHaveLength(1);
    expect(html.match(/button--secondary/g)).toHaveLength(1);
  });

  it('takes a title of 100 characters and no more, and needs a picture', () => {
    const check = (title: string, picture: unknown = 7) =>
      applicationHeader.schema.safeParse({ title, image: picture }).success;
    expect([check('é'.repeat(100)), check('x'.repeat(101)), check(' '), check('x', null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
