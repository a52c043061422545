import { describe, expect, it } from 'vitest';
import { readQuery } from './query.ts';

const nothing = {
  moduleId: null,
  field: null,
  moduleType: null,
  hasSidebar: false,
  hasOutline: false,
  hasSettings: false,
  hasHistory: false,
  position: null,
  where: null,
};

describe('the address of a draft', () => {
  it('opens nothing by itself', () => {
    expect(readQuery('?draft=true')).toEqual(nothing);
  });

  it('names the module that is edited, or the type that is added, and where', () => {
    expect(readQuery('?draft=true&show_modal=true&module_id=12')).toEqual({ ...nothing, moduleId: 12 });
    expect(readQuery('?show_modal=true&module_id=12&module_field=items.0.title')).toEqual({
      ...nothing,
      moduleId: 12,
      field: 'items.0.title',
    });
    expect(readQuery('?show_outline=true')).toEqual({ ...nothing, hasOutline: true });
    expect(readQuery('?show_settings=true&module_field=locales.de.title')).toEqual({
      ...nothing,
      hasSettings: true,
      field: 'locales.de.title',
    });
    expect(readQuery('?draft=true&show_modal=true&module_type=HERO&module_position=0')).toEqual({
      ...nothing,
      moduleType: 'HERO',
      position: 0,
    });
    expect(readQuery('?show_modal=true&module_id=12&module_type=HERO')).toMatchObject({
      moduleId: 12,
      moduleType: null,
    });
  });

  it('names the place of the sidebar, inside a module as well', () => {
    expect(readQuery('?show_sidebar=true&module_position=3')).toEqual({ ...nothing, hasSidebar: true, position: 3 });
    expect(readQuery('?show_sidebar=true&module_parent=7&module_slot=first')).toEqual({
      ...nothing,
      hasSidebar: true,
      where: { parentId: 7, slot: 'first' },
    });
  });

  it.each([
    '?module_id=12',
    '?module_id=12&module_field=title',
    '?show_outline=1',
    '?show_modal=yes&module_id=12',
    '?show_modal=true&module_id=0',
    '?show_modal=true&module_id=-1',
    '?show_modal=true&module_id=1e3',
    '?show_modal=true&module_id=1.5',
    '?show_modal=true&module_id=',
    '?show_modal=true&module_id=99999999999999999999',
    '?show_sidebar=1&module_position=-2',
    '?module_position=two',
    '?module_position=+1',
    '?module_parent=7',
    '?module_slot=first',
    '?module_parent=x&module_slot=first',
    '?module_parent=7&module_slot=',
  ])('says nothing with %s', (search) => {
    expect(readQuery(search)).toEqual(nothing);
  });
});
