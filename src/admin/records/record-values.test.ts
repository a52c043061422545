import { describe, expect, it } from 'vitest';
import { getKind } from '#kinds/kinds.ts';
import { kindNames, listedKinds, registry } from '#kinds/registry.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import { type Values, shownFields } from '#schema/editor-fields.ts';
import { listNamingFields, recordFields, recordTitle, toRecord, toValues } from './record-values.ts';

describe.each(listedKinds)('a form of %s', (kind) => {
  const definition = getKind(kind);
  const fields = recordFields(definition);

  it('has a field for all that people write', () => {
    const written = Object.keys(definition.schema.shape).filter(
      (name) => name !== 'kind' && name !== 'id' && !definition.machineWritten.includes(name),
    );
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(written));
  });

  it('makes an unfinished record without unknown fields and without values of another type', () => {
    const record = toRecord(definition.schema, toValues(fields, {}));
    const parsed = definition.parse({ ...record, kind, id: kind === 'site' ? 'main' : 1 });
    const issues = parsed.ok ? parsed.record.issues : parsed.issues;
    expect(issues.filter(({ message }) => /unrecognized|expected (object|array)/i.test(message))).toEqual([]);
  });
});

describe('the values of a form', () => {
  const faq = getKind('faq');
  const stored = {
    category: 'Lifetime',
    position: 3,
    products: [2, 1],
    sites: ['main'],
    localized: { en: { question: 'How long?', answer: emptyRichText } },
  };

  it('come back as they were stored', () => {
    expect(toRecord(faq.schema, toValues(recordFields(faq), stored))).toEqual(stored);
  });

  it('are null where the field may be null, and left out where the record may be without it', () => {
    const event = getKind('event');
    const record = toRecord(event.schema, { country: '', url: '  ', localized: { en: { title: 'Fair', city: '' } } });
    expect(record).toMatchObject({ country: null, url: null, localized: { en: { title: 'Fair' } } });
    expect(record['localized']).not.toHaveProperty('en.city');
  });

  it('have choices as text, and numbers again when they are stored', () => {
    const redirect = getKind('redirect');
    const values = toValues(recordFields(redirect), { site: 'main', status: 302 });
    expect(values['status']).toBe('302');
    expect(toRecord(redirect.schema, values)['status']).toBe(302);
  });

  it('have no empty languages in the items of a menu', () => {
    const menu = getKind('menu');
    const items = [{ id: 'a', label: { en: 'A', de: '' }, description: { de: '' }, link: null, children: [] }];
    expect(toRecord(menu.schema, { items })['items']).toEqual([{ id: 'a', label: { en: 'A' }, link: null }]);
  });
});

it('names a record by its English title, else by what its kind is known by', () => {
  expect(recordTitle('slug', { slug: 'a', localized: { en: { title: ' Fair ' } } })).toBe('Fair');
  expect(recordTitle('key', { key: 'report-2025', localized: { en: {} } })).toBe('report-2025');
  expect(recordTitle('name', {})).toBe('');
});

it('names a record as its list does, whatever else is called a title', () => {
  const title = (kind: 'location' | 'document' | 'story_group', values: Values) => {
    const { schema, label, machineWritten } = getKind(kind);
    return recordTitle(label, values, listNamingFields(recordFields({ schema, machineWritten })));
  };
  expect(title('location', { name: 'Rapperswil', localized: { en: { title: 'Headquarters' } } })).toBe('Rapperswil');
  expect(title('document', { name: 'ds-1', localized: { en: { title: 'Data sheet' } } })).toBe('Data sheet');
  expect(title('story_group', { localized: { en: { name: 'Professionals' } } })).toBe('Professionals');
});

it('lists no kind that has a screen of its own', () => {
  expect(listedKinds).toEqual(expect.arrayContaining(['product', 'menu', 'site', 'channel_partner']));
  expect(kindNames.filter((kind) => 'screen' in registry[kind])).not.toEqual(expect.arrayContaining(listedKinds));
});

describe('a form of a link', () => {
  const { schema } = getKind('link');
  const values = {
    text: 'Data sheet',
    link_type: 'download',
    url: '',
    page: 7,
    document: 3,
    anchor_id: '#up',
    row_id: 5,
  };

  it('shows what its type has', () => {
    const shown = (link_type: string) =>
      shownFields(recordFields(getKind('link')), { link_type }).map(({ name }) => name);
    expect(shown('internal')).toEqual(['text', 'link_type', 'target', 'url', 'page', 'anchor_id']);
    expect(shown('external')).toEqual(['text', 'link_type', 'target', 'url']);
    expect(shown('download')).toEqual(['text', 'link_type', 'target', 'url', 'document']);
    expect(shown('anchor')).toEqual(['text', 'link_type', 'target', 'anchor_id']);
  });

  it('stores nothing of another type that was chosen before', () => {
    expect(toRecord(schema, values)).toMatchObject({ page: null, document: 3, anchor_id: null, row_id: null });
  });
});
