import { describe, expect, it } from 'vitest';
import { formFieldSchema } from '#domain/forms/form-fields.ts';
import { markup } from '#ui/markup.ts';
import { context, layout, noHeading } from '#view-model/view-fixtures.ts';
import { shapes } from '#kinds/form/shapes.ts';
import { customForms } from './schema.ts';
import { View } from './View.tsx';

const render = (fields: Record<string, unknown>[], privacyHref: string | null = '/privacy') =>
  markup(View, {
    id: 7,
    data: {
      ...layout,
      heading: noHeading,
      successUrl: '',
      form: {
        id: 3,
        title: 'Contact',
        version: 4,
        privacyHref,
        fields: fields.map((field, index) => formFieldSchema.parse({ id: `f${index}`, name: `n${index}`, ...field })),
      },
    },
    lists: {},
    slots: {},
    context,
  });
const options = [
  { optionLabel: 'One', optionValue: '1' },
  { optionLabel: 'Two', optionValue: '2' },
];

describe('CUSTOM_FORMS', () => {
  it('sends plain HTML to the address of its form, with the version that a visitor sees', () => {
    const html = render([{ fieldType: 'TextInput', label: 'Name' }]);
    expect(html).toContain('data-module-id="7" data-module-type="CUSTOM_FORMS"');
    expect(html).toContain('aria-label="Contact" action="/forms/3?version=4&amp;locale=en" method="post"');
    expect(html).toContain('<button type="submit" class="button button--primary">form.submit</button>');
  });

  it('leads to the privacy notice, where the site has one', () => {
    const fields = [{ fieldType: 'TextInput', label: 'Name' }];
    expect(render(fields)).toContain('<a href="/privacy">form.privacy</a></p></form>');
    expect(render(fields, null)).not.toContain('form.privacy');
  });

  it('labels each field, marks required ones, and shows help', () => {
    const html = render([
      {
        fieldType: 'LongTextInput',
        label: 'Message',
        isRequired: true,
        helpBlockText: 'Be short',
        isHelpBlockVisible: true,
      },
    ]);
    expect(html).toContain('form.requiredNote');
    expect(html).toContain('for="module-7-f0">Message<span aria-hidden="true">\u00a0*</span></label>');
    expect(html).toMatch(/<textarea[^>]* required="" aria-describedby="module-7-f0-help module-7-f0-error"/);
    expect(html).toContain('<p class="form-field__help" id="module-7-f0-help">Be short</p>');
  });

  it('hides help and placeholder that are not to be seen', () => {
    const html = render([{ fieldType: 'TextInput', label: 'A', placeholder: 'Hidden', helpBlockText: 'Hidden' }]);
    expect(html).not.toContain('Hidden');
  });

  it('offers choices with the fitting controls', () => {
    const html = render([
      { fieldType: 'SelectList', options },
      { fieldType: 'RadioButton', label: 'Pick', options, isRequired: true },
      { fieldType: 'Checkbox', label: 'Several', options, isRequired: true },
      { fieldType: 'Checkbox', label: 'Agreed', isRequired: true },
    ]);
    expect(html).toContain('<option value="" selected="">form.choose</option><option value="1">One</option>');
    expect(html.match(/<fieldset/g)).toHaveLength(2);
    expect(html.match(/type="radio"[^>]* required=""/g)).toHaveLength(2);
    expect(html.match(/type="checkbox"[^>]* required=""/g)).toHaveLength(1);
  });

  it('lets a slider run from 1 to 1000 unless it says otherwise', () => {
    expect(render([{ fieldType: 'Slider' }])).toMatch(/type="range"[^>]* min="1" max="1000" step="1"/);
    expect(render([{ fieldType: 'Slider', minValue: '5', maxValue: 9 }])).toMatch(/ min="5" max="9" /);
  });

  it('says when a field with a condition is shown, and does not ask for it before', () => {
    const html = render([
      {
        fieldType: 'DatePicker',
        isRequired: true,
        isConditional: true,
        conditionalName: 'topic',
        conditionalValue: 'order;complaint',
      },
    ]);
    expect(html).toContain('data-condition-name="topic" data-condition-values="order;complaint"');
    expect(html).toContain('data-required=""');
    expect(html).not.toContain('required="" aria');
    expect(html).not.toMatch(/ required=""/);
  });

  it('waits for fields, and shows nothing, where what is stored of its form is no list of fields', () => {
    const stored = { id: 3, title: 'Contact', version: 4, localized: { en: {} } };
    for (const content of [
      '{"fieldType":',
      null,
      { fieldType: 'TextInput' },
      ['TextInput'],
      [{ fieldType: 'Signature' }],
    ]) {
      const { content: fields } = shapes.form.parse({ ...stored, content });
      expect(
        customForms.waitsFor?.({ ...layout, heading: noHeading, successUrl: '', form: { ...stored, fields } }, () => 0),
      ).toBe('Add fields to the form.');
    }
  });
});
