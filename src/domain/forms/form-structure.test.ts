import { describe, expect, it } from 'vitest';
import { withExamples } from './field-texts.ts';
import { checkFormContent, formFieldTypes, missingTexts } from './form-fields.ts';
import {
  addOption,
  changeField,
  changeOptionValue,
  changeTexts,
  duplicateField,
  insertField,
  makeField,
  moveField,
  removeField,
} from './form-structure.ts';

/** Numbers that repeat after a while, so that names would collide without a check. */
function makeRandom(): () => number {
  let count = 0;
  return () => ((count += 7) % 32) / 32;
}
const random = makeRandom();
const topic = makeField('SelectList', [], random);
const quantity = {
  ...makeField('Slider', [topic], random),
  isConditional: true,
  conditionalName: topic.name,
  conditionalValue: 'option-1;option-2',
};
const fields = [topic, quantity];

describe('a field out of the palette', () => {
  it.each(formFieldTypes)('%s has a name of its own, and no text that would go live', (fieldType) => {
    const made = makeField(fieldType, [], random);
    expect(made.name).toMatch(/^[a-z_]+_[a-z0-9]{5}$/);
    expect(checkFormContent([made])).toEqual([]);
    expect([made.label, made.placeholder, made.helpBlockText, made.buttonText].join('')).toBe('');
    expect(made.options.map(({ optionLabel }) => optionLabel).join('')).toBe('');
  });

  it.each(formFieldTypes)(
    '%s is asked for the texts that visitors read, which the preview has examples of',
    (fieldType) => {
      const made = makeField(fieldType, [], random);
      const missing = missingTexts([made]);
      expect(missing.length).toBe(fieldType === 'Button' ? 0 : 1 + made.options.length);
      const { field: shown, words } = withExamples(made);
      expect(words.length).toBe(missing.length);
      expect(missingTexts([shown])).toEqual([]);
      expect(withExamples(shown)).toEqual({ field: shown, words: [] });
    },
  );

  it('never gets a name or id that another has', () => {
    let many = insertField([], makeField('TextInput', [], random), 0);
    for (let count = 0; count < 20; count += 1) many = insertField(many, makeField('TextInput', many, random), 0);
    expect(new Set(many.map(({ name }) => name)).size).toBe(21);
    expect(new Set(many.map(({ id }) => id)).size).toBe(21);
  });
});

describe('changing the fields', () => {
  it('duplicates a field behind the original with 5 random characters', () => {
    const [first, copy, last] = duplicateField(fields, topic.id, random);
    expect([first, last]).toEqual(fields);
    expect(copy).toEqual({ ...topic, id: copy?.id, name: copy?.name });
    expect(copy?.name).toMatch(new RegExp(`^${topic.name}_[a-z0-9]{5}$`));
    expect(copy?.options).not.toBe(topic.options);
  });

  it('moves and removes fields', () => {
    expect(moveField(fields, 0, 1)).toEqual([quantity, topic]);
    expect(removeField(fields, topic.id)).toEqual([quantity]);
  });

  it('marks the fields that share a name', () => {
    const shared = changeField(fields, quantity.id, { name: topic.name });
    expect(shared.map(({ isUnique }) => isUnique)).toEqual([false, false]);
    expect(changeField(shared, quantity.id, { name: 'other' }).map(({ isUnique }) => isUnique)).toEqual([true, true]);
  });

  it('updates conditions on a field that is renamed', () => {
    expect(changeField(fields, topic.id, { name: 'subject' })[1]?.conditionalName).toBe('subject');
  });

  it('updates conditions and translations of an option whose value changes', () => {
    const translated = changeTexts(fields, topic.id, 'de', { optionLabels: { 'option-1': 'Eins' } });
    const [changed, dependent] = changeOptionValue(translated, topic.id, 0, 'one');
    expect(changed?.options[0]).toEqual({ optionLabel: '', optionValue: 'one' });
    expect(changed?.localized.de?.optionLabels).toEqual({ one: 'Eins' });
    expect(dependent?.conditionalValue).toBe('one;option-2');
  });

  it('writes texts of the default locale into the field, others into its translations', () => {
    const [english] = changeTexts(fields, topic.id, 'en', { label: 'Topic', optionLabels: { 'option-2': 'Two' } });
    expect(english).toMatchObject({ label: 'Topic', options: [{ optionLabel: '' }, { optionLabel: 'Two' }] });
    const [german] = changeTexts(fields, topic.id, 'de', { label: 'Thema' });
    expect(german).toMatchObject({ label: topic.label, localized: { de: { label: 'Thema' } } });
  });

  it('adds options with unique values', () => {
    const [added] = addOption(changeOptionValue(fields, topic.id, 0, 'option-3'), topic.id);
    expect(added?.options.map(({ optionValue }) => optionValue)).toEqual(['option-3', 'option-2', 'option-4']);
  });
});
