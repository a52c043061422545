import { describe, expect, it } from 'vitest';
import { formatIssue, nameRecord, parseRecord } from './parse-record.ts';
import { Validation } from '#content/transfer/validate.ts';

const localized = { en: { title: 'Main', description: 'The main site' } };
const site = { kind: 'site', id: 'main', locales: ['en', 'de'], localized };
const describedIn = { en: { path: '/products', title: 'Products' }, de: { path: '/produkte', title: 'Produkte' } };
const page = { kind: 'page', id: 31, site: 'main', locales: describedIn, modules: [] };

function issuesOf(...records: unknown[]): string[] {
  const validation = new Validation();
  records.forEach((record, index) => validation.add(record, `records[${index}] (${nameRecord(record)})`));
  validation.reportTrees();
  validation.reportMissing(validation.openReferences());
  return validation.issues.map(formatIssue);
}

describe('records', () => {
  it('names the place of a mistake down to the character limit', () => {
    const cards = [{ title: 'x'.repeat(251), link: 5 }];
    const module = { id: 1, type: 'CARD_GROUP', data: { en: { cards: [{ title: 'ok' }] }, de: { cards } } };
    const hero = { id: 2, type: 'HERO', data: { en: { title: '👩‍🔬'.repeat(101), image: 9 } } };
    expect(issuesOf(site, { ...page, modules: [hero, module] })).toEqual([
      'records[1] (page 31, main /products) › modules[0] › data › en › title: Max. 100 characters',
      'records[1] (page 31, main /products) › modules[1] › data › de › cards[0] › title: Max. 250 characters',
      'records[1] (page 31, main /products) › modules[0] › data › en › image: There is no image 9',
      'records[1] (page 31, main /products) › modules[1] › data › de › cards[0] › link: There is no link 5',
    ]);
  });

  it('finds unknown kinds, module types, columns and locales', () => {
    const { en, de } = describedIn;
    expect(
      issuesOf(
        { kind: 'thing' },
        12,
        { ...site, colour: 'red' },
        { ...page, locales: { en, kr: de }, modules: [{ id: 1, type: 'MYSTERY', data: { en: {} } }] },
        { ...page, id: 32, locales: { de } },
      ),
    ).toEqual([
      'records[0] (thing) › kind: unknown kind "thing"',
      'records[1] (number): A record is an object',
      'records[2] (site main): Unrecognized key: "colour"',
      'records[3] (page 31, main /products) › locales › kr: The site main has no locale kr',
      'records[3] (page 31, main /products) › modules[0] › type: unknown module type "MYSTERY"',
      'records[4] (page 32, main /produkte) › locales: The default locale en is missing',
      'records[3] (page 31, main /products) › site: There is no site main',
    ]);
  });

  it('finds ids, addresses and module ids that are there twice', () => {
    const news = { id: 1, type: 'NEWS', data: { en: {} } };
    expect(issuesOf(site, { ...page, modules: [news] }, { ...page, modules: [news] }, { ...page, id: 32 })).toEqual([
      'records[2] (page 31, main /products) › id: records[1] (page 31, main /products) has the same id',
      'records[2] (page 31, main /products): records[1] (page 31, main /products) has the same address /products of main in en',
      'records[2] (page 31, main /products): records[1] (page 31, main /products) has the same address /produkte of main in de',
      'records[2] (page 31, main /products): records[1] (page 31, main /products) has the same module id 1',
      'records[3] (page 32, main /products): records[1] (page 31, main /products) has the same address /products of main in en',
      'records[3] (page 32, main /products): records[1] (page 31, main /products) has the same address /produkte of main in de',
    ]);
  });

  it('finds trees that are none', () => {
    const below = (id: number, parent: number) => ({
      ...page,
      id,
      parent,
      locales: { en: { path: `/p${id}`, title: 'P' } },
    });
    expect(issuesOf(site, below(1, 2), below(2, 3), below(3, 1))).toEqual([
      'records[1] (page 1, main /p1) › parent: It is below itself',
      'records[2] (page 2, main /p2) › parent: It is below itself',
      'records[3] (page 3, main /p3) › parent: It is below itself',
    ]);
    const module = (id: number, parent: number) => ({ id, parent, slot: 'a', type: 'NEWS', data: { en: {} } });
    expect(issuesOf(site, { ...page, modules: [module(1, 2), module(2, 1), module(3, 9)] })).toEqual([
      'records[1] (page 31, main /products) › modules[0] › parent: A module is not below itself',
      'records[1] (page 31, main /products) › modules[1] › parent: A module is not below itself',
      'records[1] (page 31, main /products) › modules[2] › parent: The module 9 is not on this page',
    ]);
  });

  it('finds modules that stand too deep, or in one that contains none', () => {
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'B' }] }] };
    const items = [{ id: 'a', title: 'A', body }];
    const module = (id: number, parent: number | null, type = 'ACCORDION') => ({
      id,
      parent,
      slot: parent === null ? null : 'a',
      type,
      data: { en: type === 'ACCORDION' ? { items } : {} },
    });
    const nested = [module(1, null), module(2, 1), module(3, 2)];
    expect(issuesOf(site, { ...page, modules: nested })).toEqual([]);
    expect(issuesOf(site, { ...page, modules: [...nested, module(4, 3)] })).toEqual([
      'records[1] (page 31, main /products) › modules[3] › parent: A module stands at most 3 deep, the outermost included',
    ]);
    expect(issuesOf(site, { ...page, modules: [module(1, null, 'NEWS'), module(2, 1)] })).toEqual([
      'records[1] (page 31, main /products) › modules[1] › parent: The module 1 is of a type that contains no modules',
    ]);
  });

  it('says which field is missing', () => {
    expect(issuesOf({ kind: 'tag', id: 1 })).toEqual([
      'records[0] (tag 1) › slug: This field is required',
      'records[0] (tag 1) › localized: This field is required',
    ]);
  });

  it('holds links to the rules of the link form', () => {
    const link = { kind: 'link', id: 1, text: 'Link' };
    const issues = (fields: object) => issuesOf({ ...link, ...fields }).map((line) => line.replace(/^.*?\)( › )?/, ''));
    expect(issues({ link_type: 'external', url: null })).toEqual(['url: URL is required']);
    expect(issues({ link_type: 'external', url: 'javascript:alert(1)' })).toEqual([
      'url: This is no http, https, mailto or tel address',
    ]);
    expect(issues({ link_type: 'anchor' })).toEqual(['anchor_id: Anchor ID is required']);
    expect(issues({ link_type: 'download', url: '//evil.example', target: null })).toEqual([
      'url: This is not an address',
      'target: Target is required',
    ]);
    expect(issues({ link_type: 'internal', row_kind: 'article', row_id: 4 })).toEqual([
      'row_id: There is no article 4',
    ]);
    expect(issues({ link_type: 'internal', text: '  ' })).toEqual(['text: This field is required']);
    expect(issues({})).toEqual(['link_type: This field is required']);
  });

  it('gives the rows that a record becomes', () => {
    const parsed = parseRecord({
      kind: 'article',
      id: 4,
      slug: 'news',
      newsroom_category: 'newsroom',
      newsroom_type: 'news',
      image: 7,
      documents: [9, 8],
      sites: ['main'],
      publish_from: '2026-11-21T08:00:00+01:00',
      localized: {
        en: {
          title: 'News',
          lead: 'A lead',
          body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Body' }] }] },
        },
      },
    });
    if (!parsed.ok) throw new Error(parsed.issues.map(formatIssue).join());
    const [article, ...documents] = parsed.record.rows;
    expect(article).toMatchObject({
      table: 'articles',
      row: { id: 4, image_id: 7, is_published: true, publish_until: null },
    });
    expect(article?.row).not.toHaveProperty('kind');
    expect(documents).toEqual([
      { table: 'article_documents', row: { article_id: 4, document_id: 9, position: 0 } },
      { table: 'article_documents', row: { article_id: 4, document_id: 8, position: 1 } },
    ]);
  });
});
