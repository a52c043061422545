import { describe, expect, it } from 'vitest';
import { savedSection } from './kind.ts';

const hero = { type: 'HERO', slot: null, locales: { en: { v: 1, data: { title: 'Air' } } }, children: [] };
const content = { format: 'page-modules', version: 1, site: 'main', modules: [hero] };
const parse = (change: object) =>
  savedSection.parse({ kind: 'saved_section', id: 1, name: 'Opening', content, ...change });

describe('saved sections', () => {
  it('are modules as the clipboard holds them, under a name of their own', () => {
    const parsed = parse({});
    expect(parsed).toMatchObject({
      ok: true,
      record: { issues: [], references: [], uniques: ['saved section name Opening'] },
    });
    expect(parsed.ok && parsed.record.rows[0]).toMatchObject({ table: 'saved_sections', row: { content, note: '' } });
  });

  it.each([
    ['something else', { modules: [hero] }],
    ['no module', { ...content, modules: [] }],
    [
      'modules nested too deep',
      {
        ...content,
        modules: [
          Array.from({ length: 9 }).reduce<object>((inner) => ({ ...hero, children: [{ ...inner, slot: 'a' }] }), hero),
        ],
      },
    ],
    ['a locale that there is not', { ...content, modules: [{ ...hero, locales: { xx: { v: 1, data: {} } } }] }],
  ])('are not %s', (_, other) => {
    expect(parse({ content: other })).toMatchObject({ ok: false, issues: [{ path: ['content'] }] });
  });

  it('have a name without blanks around it', () => {
    expect(parse({ name: ' Opening' })).toMatchObject({ ok: false, issues: [{ path: ['name'] }] });
  });
});
