import { describe, expect, it } from 'vitest';
import { formFieldTypes, formMessages } from '#domain/forms/form-fields.ts';
import { makeField } from '#domain/forms/form-structure.ts';
import { problemsOfFields } from './form-draft.ts';

const nobody: ReadonlySet<string> = new Set();

describe('what is still to be filled in', () => {
  it.each(formFieldTypes)('of a %s is no error before saving was refused', (fieldType) => {
    const topic = { ...makeField('SelectList', [], Math.random), label: 'Topic' };
    const made = {
      ...makeField(fieldType, [topic], Math.random),
      isConditional: true,
      options: [{ optionLabel: '', optionValue: '' }],
    };
    const waiting = [made, { ...made, id: 'b', name: 'b', conditionalName: topic.name, options: [] }];
    expect(problemsOfFields([topic, ...waiting], nobody)).toEqual(new Map());

    const asked = problemsOfFields([topic, ...waiting], new Set(waiting.map(({ id }) => id)));
    expect(asked.get(made.id)?.get('conditionalName')).toBe(formMessages.controlling);
    expect(asked.get('b')?.get('conditionalValue')).toBe(formMessages.conditionalValue);
  });

  it('is told at once where it is wrong', () => {
    const field = { ...makeField('TextInput', [], Math.random), name: '1 name', label: 'Name' };
    expect(problemsOfFields([field], nobody).get(field.id)?.get('name')).toBe(formMessages.name);
  });
});
