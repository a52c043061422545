import { describe, expect, it } from 'vitest';
import { locateHrefs } from '#content/checks/locate-hrefs.ts';
import { getDefinition, shownTypes } from '#modules/definitions.ts';
import { editorFields } from '#schema/editor-fields.ts';
import { formPath } from '#schema/form-path.ts';
import { locateReferences } from '#schema/references.ts';
import { listTexts } from '#schema/list-texts.ts';
import type { PickRecord } from './sample-data.ts';
import { listSampleStates } from './sample-states.ts';

const pick: PickRecord = (_kind, index) => index + 1;

/** Findings before publishing are about records, links in formatted texts, and texts. */
describe.each(shownTypes)('what is found in %s', (type) => {
  const { schema } = getDefinition(type);
  const fields = editorFields(schema);

  it('is led to in its form', () => {
    for (const { key, data } of listSampleStates(type)) {
      const parsed = schema.parse(data({ locale: 'en', pick }));
      const places = [
        ...locateReferences(schema, parsed).map(({ path }) => path),
        ...locateHrefs(parsed).map(({ path }) => path),
        ...listTexts(fields, parsed).map(({ path }) =>
          path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        ),
      ];
      for (const path of places) expect(formPath(fields, parsed, path), `${key} ${path.join('.')}`).toEqual(path);
    }
  });

  it('leads nowhere where the form shows nothing of it', () => {
    expect(formPath(fields, schema.safeParse({}).data ?? {}, ['nothing'])).toBeNull();
    expect(formPath(fields, {}, [])).toBeNull();
  });
});

it('is the field of a text that has a place within it of its own', () => {
  const text = editorFields(getDefinition('TEXT_BLOCK').schema);
  expect(formPath(text, {}, ['body', 'content', 0, 'content', 1])).toEqual(['body']);
  expect(formPath(text, {}, ['body', 3])).toEqual(['body', 3]);
});
