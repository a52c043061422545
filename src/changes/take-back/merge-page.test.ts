import { describe, expect, it } from 'vitest';
import type { StoredModule } from '#kinds/page/shapes.ts';
import type { PageContents } from '#content/source/revisions.ts';
import { mergePage } from './merge-page.ts';
import { toPageContents, toPageModel } from './page-model.ts';

function module(id: number, data: unknown, rest: Partial<StoredModule> = {}): StoredModule {
  return { id, type: 'CARD_GROUP', v: 1, data, children: [], ...rest };
}

function page(modules: StoredModule[], german: StoredModule[] = modules, title = 'Sensors'): PageContents {
  const common = { nav_title: title, description: '', seo: {} };
  return {
    en: { path: '/sensors', title, ...common, modules },
    de: { path: '/sensoren', title: 'Sensoren', ...common, modules: german },
  };
}

const keepAll = () => undefined;

describe('a page in one place for each thing', () => {
  it('is the revision again: slots, children, and the locales that fall back', () => {
    const contents = page(
      [module(1, { a: 1 }, { children: [module(2, { b: 'en' }, { slot: 'left' })] }), module(3, {})],
      [
        module(1, { a: 1 }, { fallback: true, children: [module(2, { b: 'de' }, { slot: 'left' })] }),
        module(3, {}, { fallback: true }),
      ],
    );
    expect(toPageContents(toPageModel(contents))).toEqual(contents);
  });
});

describe('taking a publish of a page back', () => {
  const before = page([module(1, { title: 'Old', text: 'Same' })]);
  const after = page([module(1, { title: 'New', text: 'Same' }), module(2, { title: 'Added' })]);

  it('is what was live before, where nothing has changed since', () => {
    expect(mergePage({ before, after, now: after }, keepAll)).toEqual({ contents: before, changedSince: [] });
  });

  it('leaves what others have changed since', () => {
    const now = page([module(1, { title: 'New', text: 'Later' }), module(2, { title: 'Added' })], undefined, 'Renamed');
    const merged = mergePage({ before, after, now }, keepAll);
    expect(merged.changedSince).toEqual([]);
    expect(merged.contents?.en?.title).toBe('Renamed');
    expect(merged.contents?.en?.modules).toEqual([module(1, { title: 'Old', text: 'Later' })]);
    expect(merged.contents?.de?.modules).toEqual([module(1, { title: 'Old', text: 'Later' })]);
  });

  it('names what was changed in the same place, with both words, and lets the person choose', () => {
    const now = page([module(1, { title: 'Newer', text: 'Same' }), module(2, { title: 'Added' })]);
    const asked = mergePage({ before, after, now }, keepAll);
    expect(asked.changedSince).toEqual([
      { path: ['modules', '1', 'locales', 'en', 'title'], before: 'Old', now: 'Newer' },
      { path: ['modules', '1', 'locales', 'de', 'title'], before: 'Old', now: 'Newer' },
    ]);
    expect(asked.contents?.en?.modules).toEqual([module(1, { title: 'Newer', text: 'Same' })]);
    const chosen = mergePage({ before, after, now }, (path) => (path.includes('en') ? 'before' : 'now'));
    expect(chosen.contents?.en?.modules).toEqual([module(1, { title: 'Old', text: 'Same' })]);
    expect(chosen.contents?.de?.modules).toEqual([module(1, { title: 'Newer', text: 'Same' })]);
  });

  it('takes a page away that came with it, and asks first when it was published again', () => {
    expect(mergePage({ before: null, after, now: after }, keepAll)).toEqual({ contents: null, changedSince: [] });
    const again = mergePage({ before: null, after, now: before }, keepAll);
    expect(again.contents).toEqual(before);
    expect(again.changedSince).toHaveLength(1);
    expect(mergePage({ before: null, after, now: before }, () => 'before').contents).toBeNull();
  });

  it('brings a page back that went with it', () => {
    expect(mergePage({ before, after: null, now: null }, keepAll)).toEqual({ contents: before, changedSince: [] });
  });
});
