import { describe, expect, it } from 'vitest';
import {
  type DraftField,
  checkFormContent,
  fieldIn,
  formContentSchema,
  formFieldSchema,
  formMessages,
  shownFields,
} from './form-fields.ts';

let made = 0;
const field = (fields: Partial<DraftField>): DraftField => ({
  ...formFieldSchema.parse({ id: `f${(made += 1)}`, fieldType: 'TextInput', name: 'f', label: 'F' }),
  ...fields,
});
const options = (...values: string[]) => values.map((value) => ({ optionLabel: value, optionValue: value }));
const topic = field({ name: 'topic', fieldType: 'SelectList', options: options('order', 'advice') });
const when = (conditionalName: string, conditionalValue: string) => ({
  isConditional: true,
  conditionalName,
  conditionalValue,
});
const messagesOf = (fields: DraftField[]) =>
  checkFormContent(fields).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the fields of a form', () => {
  it('names every field that shares its name', () => {
    const fields = [field({ name: 'a' }), field({ name: 'b' }), field({ name: 'a' })];
    expect(messagesOf(fields)).toEqual(['0.name: Fields names must be unique', '2.name: Fields names must be unique']);
  });

  it.each(['', ' ', '1st', 'a b', '_version', 'é', 'constructor', 'altcha'])('refuses the name %j', (name) => {
    expect(checkFormContent([field({ name })])).toMatchObject([{ path: [0, 'name'] }]);
  });

  it('asks a slider for both bounds, the lower one below the upper one', () => {
    const slider = (minValue: number | null, maxValue: number | null) =>
      messagesOf([field({ fieldType: 'Slider', minValue, maxValue })]);
    const min = '0.minValue: Min value is required and must be less than Max value';
    const max = '0.maxValue: Max value is required and must be greater than Min value';
    expect(slider(1, 2)).toEqual([]);
    expect(slider(null, 2)).toEqual([min]);
    expect(slider(1, null)).toEqual([max]);
    expect(slider(2, 2)).toEqual([min, max]);
  });

  it('requires options with unique values in lists, none in a check box', () => {
    expect(messagesOf([field({ fieldType: 'RadioButton' })])).toEqual([`0.options: ${formMessages.options}`]);
    expect(messagesOf([field({ fieldType: 'Checkbox' })])).toEqual([]);
    expect(messagesOf([field({ fieldType: 'SelectList', options: options('a', ' ', 'a', 'b;c') })])).toEqual([
      `0.options.1.optionValue: ${formMessages.optionValue}`,
      `0.options.2.optionValue: ${formMessages.optionUnique}`,
      `0.options.3.optionValue: ${formMessages.optionUnique}`,
    ]);
  });

  it('asks a condition for a field that is answered, and for a value', () => {
    const title = field({ name: 'title', fieldType: 'Title' });
    const problem = (condition: Partial<DraftField>) => messagesOf([topic, title, field({ name: 'x', ...condition })]);
    expect(problem(when('topic', 'order;advice'))).toEqual([]);
    expect(problem(when('', 'a'))).toEqual([`2.conditionalName: ${formMessages.controlling}`]);
    expect(problem(when('gone', 'a'))).toEqual([`2.conditionalName: ${formMessages.controllingGone}`]);
    expect(problem(when('title', 'a'))).toEqual([`2.conditionalName: ${formMessages.controllingGone}`]);
    expect(problem(when('topic', ' ; '))).toEqual([`2.conditionalValue: ${formMessages.conditionalValue}`]);
  });

  it('refuses conditions that wait for each other', () => {
    const circle = [field({ name: 'a', ...when('b', '1') }), field({ name: 'b', ...when('a', '1') })];
    expect(messagesOf(circle)).toEqual([
      `0.conditionalName: ${formMessages.controllingCircle}`,
      `1.conditionalName: ${formMessages.controllingCircle}`,
    ]);
  });

  it('is parsed with every problem at its place, and otherwise complete', () => {
    const wrong = formContentSchema.safeParse([field({ name: 'a' }), field({ name: 'a' })]);
    expect(wrong.error?.issues.map(({ path }) => path)).toEqual([
      [0, 'name'],
      [1, 'name'],
    ]);
    const slider = { id: 'f', fieldType: 'Slider', name: 's', label: 'S' };
    expect(formContentSchema.parse([slider])).toEqual([formFieldSchema.parse(slider)]);
    expect(formContentSchema.safeParse([]).success).toBe(false);
  });
});

describe('the texts of a form', () => {
  const problems = (...fields: DraftField[]) =>
    formContentSchema.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

  it('are written before it is saved, by whomever', () => {
    expect(problems(field({ label: ' ' }))).toEqual([`0.label: ${formMessages.text}`]);
    const list = field({ fieldType: 'SelectList', options: [{ optionLabel: '', optionValue: 'a' }] });
    expect(problems(topic, list)).toEqual([`1.options.0.optionLabel: ${formMessages.text}`]);
    // A button without words has those of the visitor's language.
    expect(problems(field({ fieldType: 'Button', label: '' }))).toEqual([]);
  });

  it('are of options that there are, and conditions name a field', () => {
    const labels = { order: 'Bestellung', gone: 'x', constructor: 'y' };
    const [saved] = formContentSchema.parse([
      { ...topic, localized: { de: { label: 'Thema', optionLabels: labels } } },
    ]);
    expect(saved?.localized).toEqual({ de: { label: 'Thema', optionLabels: { order: 'Bestellung' } } });
    expect(problems({ ...topic, conditionalName: 'x'.repeat(61) })).toHaveLength(1);
  });

  it('belong to fields that can be told apart', () => {
    expect(problems(topic, field({ id: topic.id, name: 'b' }))).toEqual([`1.id: ${formMessages.idsUnique}`]);
  });
});

describe('the form for a visitor', () => {
  const answers = (values: Record<string, string[]>) => (name: string) => values[name] ?? [];
  const fields = [
    topic,
    field({ name: 'quantity', ...when('topic', 'order; sample') }),
    field({ name: 'urgent', ...when('quantity', '5') }),
  ];
  const shown = (values: Record<string, string[]>) => shownFields(fields, answers(values)).map(({ name }) => name);

  it('is a conditional field when its values include the answer', () => {
    expect(shown({})).toEqual(['topic']);
    expect(shown({ topic: ['advice'] })).toEqual(['topic']);
    expect(shown({ topic: ['sample'] })).toEqual(['topic', 'quantity']);
    expect(shown({ topic: ['advice', 'order'] })).toEqual(['topic', 'quantity']);
  });

  it('hides fields that depend on a hidden field, even if that was answered before', () => {
    expect(shown({ topic: ['order'], quantity: ['5'] })).toEqual(['topic', 'quantity', 'urgent']);
    expect(shown({ topic: ['advice'], quantity: ['5'] })).toEqual(['topic']);
  });

  it('is written in the locale, and in the default one where a translation is missing', () => {
    const stored = formFieldSchema.parse({
      ...topic,
      label: 'Topic',
      helpBlockText: 'Choose',
      localized: { de: { label: 'Thema', helpBlockText: '', optionLabels: { order: 'Bestellung' } } },
    });
    expect(fieldIn(stored, 'de')).toMatchObject({
      label: 'Thema',
      helpBlockText: 'Choose',
      options: [
        { optionLabel: 'Bestellung', optionValue: 'order' },
        { optionLabel: 'advice', optionValue: 'advice' },
      ],
    });
    expect(fieldIn(stored, 'jp')).toBe(stored);
  });
});
