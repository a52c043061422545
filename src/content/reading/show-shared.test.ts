import { describe, expect, it } from 'vitest';
import type { StoredModule } from '#kinds/page/shapes.ts';
import type { SharedModuleRow } from '#kinds/shared-module/shapes.ts';
import type { Source } from '../source/source.ts';
import { showShared, withShared } from './show-shared.ts';

const module = (id: number, type: string, data: unknown, children: StoredModule[] = []): StoredModule => ({
  id,
  type,
  v: 1,
  data,
  children,
});
const stand = (id: number, shared: unknown) => module(id, 'SHARED_MODULE', { shared });
const row: SharedModuleRow = {
  id: 7,
  type: 'QUOTE',
  v: 2,
  localized: { en: { data: { quote: 'One' } }, de: { data: { quote: 'Eins' } } },
};
const page = [module(1, 'ACCORDION', {}, [{ ...stand(2, 7), slot: 'a' }]), stand(3, 8), module(4, 'QUOTE', {})];

describe('shared modules', () => {
  it('are read together, those inside of modules as well', async () => {
    const asked: Parameters<Source['readRows']>[0][] = [];
    const source: Parameters<typeof withShared>[1] = {
      readRows: (names) => Promise.resolve(void asked.push(names)),
      row: () => null,
    };
    await withShared(page, source, 'en');
    await withShared([stand(1, 'x'), module(2, 'QUOTE', { shared: 9 })], source, 'en');
    expect(asked).toEqual([[7, 8].map((id) => ({ kind: 'shared_module', id }))]);
  });

  it('stand in the place of what names them, with their own type and the texts of the language', () => {
    const shown = showShared(page, 'de', (id) => (id === 7 ? row : null));
    expect(shown[0]?.children).toEqual([
      { id: 2, type: 'QUOTE', v: 2, slot: 'a', data: { quote: 'Eins' }, fallback: false, children: [] },
    ]);
    expect(showShared([stand(3, 7)], 'jp', () => row)).toMatchObject([{ data: { quote: 'One' }, fallback: true }]);
  });

  it('that are not there, or that nobody could share, leave what names them as it is', () => {
    expect(showShared([stand(3, 8)], 'en', () => null)).toEqual([stand(3, 8)]);
    expect(showShared([stand(3, 7)], 'en', () => ({ ...row, type: 'SHARED_MODULE' }))).toEqual([stand(3, 7)]);
  });
});
