import { describe, expect, it } from 'vitest';
import { sharedModule } from './kind.ts';

const card = { title: 'Stop', image: 7, link: 3 };
const parse = (change: object) =>
  sharedModule.parse({
    kind: 'shared_module',
    id: 1,
    name: 'Band',
    type: 'INTERRUPTER',
    localized: { en: { data: card } },
    ...change,
  });

describe('shared modules', () => {
  it('have a content that their type takes, and name what it names', () => {
    const parsed = parse({});
    expect(parsed).toMatchObject({ ok: true, record: { issues: [], uniques: ['shared module name Band'] } });
    expect(parsed.ok && parsed.record.references).toEqual([
      { kind: 'image', id: 7, path: ['localized', 'en', 'data', 'image'] },
      { kind: 'link', id: 3, path: ['localized', 'en', 'data', 'link'] },
    ]);
    expect(parsed.ok && parsed.record.rows[0]?.row).toMatchObject({ data_version: 1, type: 'INTERRUPTER' });
  });

  it('say where a content is wrong', () => {
    const parsed = parse({ localized: { en: { data: card }, de: { data: { title: 'Halt' } } } });
    expect(parsed.ok && parsed.record.issues.map(({ path }) => path)).toEqual([['localized', 'de', 'data', 'image']]);
    expect(parse({ data_version: 99 })).toMatchObject({ ok: true, record: { issues: [{}] } });
  });

  it('are of no type that holds modules, and have English', () => {
    expect(parse({ type: 'ACCORDION' }).ok).toBe(false);
    expect(parse({ localized: { de: { data: card } } }).ok).toBe(false);
    expect(parse({ name: ' Band' })).toMatchObject({ ok: true, record: { issues: [{ path: ['name'] }] } });
  });
});
