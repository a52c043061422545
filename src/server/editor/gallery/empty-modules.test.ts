import { describe, expect, it } from 'vitest';
import { getDefinition, shownTypes } from '#modules/definitions.ts';
import { waitsFor } from '#modules/waits-for.ts';
import { type EditorField, type Values, editorFields, fillIn } from '#schema/editor-fields.ts';
import type { ListResult } from '#view-model/list-results.ts';
import type { PickRecord } from './sample-data.ts';
import { listSampleStates } from './sample-states.ts';

const pick: PickRecord = (_kind, index) => index + 1;

/** Data with every combination of its choices. */
function chosen(fields: readonly EditorField[], data: Values): Values[] {
  const choices = fields.filter(({ widget }) => widget === 'select' || widget === 'radio');
  return choices.reduce<Values[]>(
    (all, field) =>
      'options' in field
        ? all.flatMap((one) => field.options.map(({ value }) => ({ ...one, [field.name]: value })))
        : all,
    [data],
  );
}

/** The data with records in the place of references, as far as `waitsFor` looks at them. */
function resolved(fields: readonly EditorField[], data: Values): Values {
  const shown: Values = { ...data };
  for (const { name, widget } of fields) {
    const value = data[name];
    if (widget === 'reference' && value !== null) shown[name] = { id: value, fields: [{}] };
    if (widget === 'references' && Array.isArray(value)) shown[name] = value.map((id) => ({ id }));
  }
  return shown;
}

describe.each(shownTypes)('%s', (type) => {
  const { schema, lists } = getDefinition(type);
  const fields = editorFields(schema);

  it('waits for something where its data says nothing', () => {
    for (const data of chosen(fields, fillIn(fields, {}))) {
      const parsed = schema.safeParse(data);
      // What is required is shown.
      if (!parsed.success) continue;
      expect(waitsFor(type, parsed.data, {}), JSON.stringify(data)).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it('waits for something where its lists find nothing, and no longer once they do', () => {
    for (const { key, data } of listSampleStates(type)) {
      const parsed = schema.parse(data({ locale: 'en', pick }));
      const names = Object.keys(lists?.(parsed) ?? {});
      const answered = (items: never[]): Record<string, ListResult> =>
        Object.fromEntries(names.map((name) => [name, { list: 'jobs', items }]));
      const shown = resolved(fields, parsed as Values);
      if (names.length > 0) expect(waitsFor(type, shown, answered([])), key).toMatch(/^\p{Lu}.*\.$/u);
      if (key === 'usual') expect(waitsFor(type, shown, answered([{} as never])), key).toBeNull();
    }
  });
});

describe('what no rule of a field tells', () => {
  it('videos without an address, and a form without fields, are nothing to show', () => {
    const videos = (...urls: string[]) => ({ videos: urls.map((videoUrl) => ({ video: null, videoUrl })) });
    expect(waitsFor('VIDEO_GROUP', videos('', ' '), {})).toBe('Choose a video, or enter the address of one.');
    expect(waitsFor('VIDEO_GROUP', videos('', 'dQw4w9WgXcQ'), {})).toBeNull();
    const fromLibrary = { video: { id: 1, title: 'A video', videoUrl: 'dQw4w9WgXcQ', image: null }, videoUrl: '' };
    expect(waitsFor('VIDEO_GROUP', { videos: [fromLibrary] }, {})).toBeNull();
    expect(waitsFor('CUSTOM_FORMS', { form: { fields: [] } }, {})).toBe('Add fields to the form.');
  });
});
