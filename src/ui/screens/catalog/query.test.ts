import { describe, expect, it } from 'vitest';
import { firstQuery, buildCatalogHref, toParameters, readQuery, toggled } from './query.ts';

describe('the catalog in the URL', () => {
  it('is read back as it was written', () => {
    const query = {
      ...firstQuery,
      words: 'hx 4',
      category: 'humidity',
      series: ['hx4', 'ax6'],
      status: ['new'],
      texts: { interface: ['I²C', 'A & B'] },
      bounds: { 'supply-voltage': { from: 1.7, to: null }, drift: { from: null, to: -2 } },
      sort: '-p.drift',
      view: 'table' as const,
      size: 'all' as const,
      page: 3,
    };
    expect(readQuery(new URLSearchParams(toParameters(query)).toString())).toEqual(query);
  });

  it('leaves out defaults', () => {
    expect(buildCatalogHref(firstQuery, {})).toBe('?');
    expect(buildCatalogHref({ ...firstQuery, page: 4 }, { status: ['new'] })).toBe('?status=new');
  });

  it('ignores invalid values', () => {
    expect(
      readQuery('?page=-2&size=7&view=list&sort=price&p.x.from=abc&series=&utm_source=mail&p.<b>=1&page=1e9'),
    ).toEqual(firstQuery);
    expect(readQuery('?page=2.7').page).toBe(2);
    expect(readQuery('?p.x.from=1,5').bounds).toEqual({ x: { from: 1.5, to: null } });
    const asSet = new URLSearchParams({ 'p.x.from': '−40', 'p.x.to': '12\u202f500' });
    expect(readQuery(asSet.toString()).bounds).toEqual({ x: { from: -40, to: 12_500 } });
  });

  it('puts a value in and takes it out', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  });
});
