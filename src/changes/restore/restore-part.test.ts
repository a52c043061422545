import { describe, expect, it } from 'vitest';
import type { StoredModule } from '#kinds/page/shapes.ts';
import { definitions } from '#modules/definitions.ts';
import type { PageContents } from '#content/source/revisions.ts';
import { type RestoredPart, restorePart } from './restore-part.ts';

const { version, schema } = definitions.TEXT_HEADER;

function text(id: number, title: string, rest: Partial<StoredModule> = {}): StoredModule {
  return { id, type: 'TEXT_HEADER', v: version, data: schema.parse({ title }), children: [], ...rest };
}

function page(
  english: StoredModule[],
  german: StoredModule[] = english.map((module) => ({ ...module, fallback: true })),
  title = 'T',
) {
  const common = { nav_title: '', description: '', seo: {} };
  return {
    en: { path: '/a', title, ...common, modules: english },
    de: { path: '/b', title: 'Titel', ...common, modules: german },
  } satisfies PageContents;
}

const idsOf = (modules: readonly StoredModule[] | undefined) => modules?.map(({ id }) => id);

function restored(draft: PageContents, earlier: PageContents, part: RestoredPart): PageContents {
  const result = restorePart(draft, earlier, part);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

describe('bringing back', () => {
  const earlier = page([text(1, 'One'), text(2, 'Two'), text(3, 'Three')], undefined, 'Earlier');

  it('all of a version is that version', () => {
    expect(restored(page([text(9, 'Nine')]), earlier, { what: 'all' })).toEqual(earlier);
  });

  it('a module that was changed leaves the others and the settings as they are', () => {
    const draft = page([text(1, 'Uno'), text(2, 'Due')], undefined, 'Now');
    expect(restored(draft, earlier, { what: 'module', moduleId: 2 })).toEqual(
      page([text(1, 'Uno'), text(2, 'Two')], undefined, 'Now'),
    );
  });

  it('a module that is gone comes back behind the one it was behind, with what was inside it', () => {
    const inside = text(21, 'Inside', { slot: 'left' });
    const whole = page([text(1, 'One'), { ...text(2, 'Two'), children: [inside] }, text(3, 'Three')]);
    const draft = page([text(9, 'New'), text(1, 'Uno'), text(3, 'Tre')]);
    const back = restored(draft, whole, { what: 'module', moduleId: 2 });
    expect(idsOf(back.en?.modules)).toEqual([9, 1, 2, 3]);
    expect(back.en?.modules[2]?.children).toEqual([inside]);
  });

  it('a module inside one that is gone says which comes first', () => {
    const whole = page([{ ...text(2, 'Two'), children: [text(21, 'Inside', { slot: 'left' })] }]);
    expect(restorePart(page([text(1, 'One')]), whole, { what: 'module', moduleId: 21 }).ok).toBe(false);
  });

  it('a module that the version does not have goes, with what is inside it', () => {
    const draft = page([text(1, 'One'), { ...text(9, 'New'), children: [text(91, 'Inside', { slot: 'left' })] }]);
    expect(idsOf(restored(draft, earlier, { what: 'module', moduleId: 9 }).en?.modules)).toEqual([1]);
  });

  it('the order leaves what came later behind what it was behind', () => {
    const draft = page([text(3, 'Tre'), text(9, 'New'), text(1, 'Uno')]);
    const back = restored(draft, earlier, { what: 'order' });
    expect(idsOf(back.en?.modules)).toEqual([1, 3, 9]);
    expect(back.en?.modules[0]?.data).toEqual(text(1, 'Uno').data);
  });

  it('a language leaves the others, and what has no text of its own there shows English again', () => {
    const german = page([text(1, 'One'), text(2, 'Two')], [text(1, 'Eins'), text(2, 'Two', { fallback: true })]);
    const draft = page([text(1, 'Uno'), text(2, 'Due')], [text(1, 'Neu'), text(2, 'Neu')], 'Now');
    const back = restored(draft, german, { what: 'language', locale: 'de' });
    expect(back.en).toEqual(draft.en);
    expect(back.de?.modules).toEqual([text(1, 'Eins'), text(2, 'Due', { fallback: true })]);
  });

  it('a field of a module is that field in that language', () => {
    const draft = page([text(1, 'Uno')], [text(1, 'Eins')], 'Now');
    const back = restored(draft, earlier, { what: 'field', moduleId: 1, locale: 'en', field: 'title' });
    expect(back).toEqual(page([text(1, 'One')], [text(1, 'Eins')], 'Now'));
  });

  it('a field of the settings is that field', () => {
    const draft = page([text(1, 'Uno')], undefined, 'Now');
    const back = restored(draft, earlier, { what: 'field', moduleId: null, locale: 'en', field: 'title' });
    expect(back).toEqual(page([text(1, 'Uno')], undefined, 'Earlier'));
  });

  it.each([
    { what: 'language', locale: 'jp' },
    { what: 'field', moduleId: 1, locale: 'en', field: 'constructor' },
    { what: 'field', moduleId: null, locale: 'en', field: 'modules' },
    { what: 'field', moduleId: 7, locale: 'en', field: 'title' },
  ] satisfies RestoredPart[])('refuses what there is not: %o', (part) => {
    expect(restorePart(page([text(1, 'Uno')]), earlier, part).ok).toBe(false);
  });
});
