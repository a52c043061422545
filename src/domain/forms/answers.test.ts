import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formFieldSchema } from './form-fields.ts';
import { type SentAnswers, readAnswers, sentAnswers } from './answers.ts';

const options = [
  { optionLabel: 'One', optionValue: '1' },
  { optionLabel: 'Two', optionValue: '2' },
];
const fieldsOf = (...fields: Record<string, unknown>[]) =>
  fields.map((field, index) => formFieldSchema.parse({ id: `f${index}`, name: 'a', ...field }));
const sent = (values: Record<string, unknown>): SentAnswers => sentAnswers(values);

/** What one field makes of an answer: the value to store, or its problem. */
function read(field: Record<string, unknown>, value: unknown): unknown {
  const result = readAnswers(fieldsOf(field), sent({ a: value }));
  return result.ok ? result.values['a'] : result.problems.get('a');
}

describe('an answer', () => {
  it.each([
    ['a line, trimmed', { fieldType: 'TextInput' }, '  Ann ', 'Ann'],
    ['no line', { fieldType: 'TextInput' }, '   ', undefined],
    ['a text with its line breaks', { fieldType: 'LongTextInput' }, 'a\r\nb', 'a\nb'],
    ['a choice', { fieldType: 'SelectList', options }, '2', '2'],
    ['a choice out of a few', { fieldType: 'RadioButton', options }, '1', '1'],
    ['a tick', { fieldType: 'Checkbox' }, 'true', true],
    ['a tick as JSON has it', { fieldType: 'Checkbox' }, true, true],
    ['no tick', { fieldType: 'Checkbox' }, undefined, false],
    ['several ticks, each once', { fieldType: 'Checkbox', options }, ['2', '2', '1'], ['2', '1']],
    ['a position', { fieldType: 'Slider', minValue: 5, maxValue: 9 }, '7', 7],
    ['a position between whole numbers', { fieldType: 'Slider', minValue: 0.1, maxValue: 9 }, '3.1', 3.1],
    ['a day', { fieldType: 'DatePicker' }, '2028-02-29', '2028-02-29'],
  ])('may be %s', (_, field, value, stored) => {
    expect(read(field, value)).toEqual(stored);
  });

  it.each([
    ['is missing', 'required', { fieldType: 'TextInput', isRequired: true }, ' '],
    ['has no choice', 'required', { fieldType: 'RadioButton', isRequired: true, options }, undefined],
    ['has no tick', 'required', { fieldType: 'Checkbox', isRequired: true }, false],
    ['has none of several ticks', 'required', { fieldType: 'Checkbox', isRequired: true, options }, []],
    ['is too long', 'tooLong', { fieldType: 'TextInput' }, 'x'.repeat(501)],
    ['was not offered', 'choice', { fieldType: 'SelectList', options }, '3'],
    ['was not offered to tick', 'choice', { fieldType: 'Checkbox', options }, ['1', '3']],
    ['lies outside', 'range', { fieldType: 'Slider', minValue: 5, maxValue: 9 }, '10'],
    ['lies between two steps', 'range', { fieldType: 'Slider', minValue: 5, maxValue: 9 }, '6.5'],
    ['is no number', 'range', { fieldType: 'Slider' }, 'many'],
    ['is no day', 'date', { fieldType: 'DatePicker' }, '2026-02-30'],
    ['comes twice', 'unreadable', { fieldType: 'TextInput' }, ['a', 'b']],
    ['is an object', 'unreadable', { fieldType: 'TextInput' }, { $ne: null }],
    ['cannot be stored', 'unreadable', { fieldType: 'TextInput' }, 'a\u0000b'],
    ['is half a character', 'unreadable', { fieldType: 'TextInput' }, '\uD800'],
  ])('that %s is refused: %s', (_, problem, field, value) => {
    expect(read(field, value)).toBe(problem);
  });
});

describe('a form', () => {
  const fields = fieldsOf(
    { name: 'topic', fieldType: 'SelectList', options },
    {
      name: 'more',
      fieldType: 'TextInput',
      isRequired: true,
      isConditional: true,
      conditionalName: 'topic',
      conditionalValue: '2;9',
    },
    { name: 'send', fieldType: 'Button' },
  );

  it('neither requires nor stores hidden fields', () => {
    expect(readAnswers(fields, sent({ topic: '1', more: 'text', other: 'x', send: 'x' }))).toEqual({
      ok: true,
      values: { topic: '1' },
    });
    expect(readAnswers(fields, sent({ topic: '2' }))).toEqual({ ok: false, problems: new Map([['more', 'required']]) });
  });

  it('is read from any JSON value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('topic', 'more', '__proto__', 'x'), fc.anything()), (values) => {
        const result = readAnswers(fields, sent(values));
        if (result.ok) return;
        for (const problem of result.problems.values())
          expect(problem).toMatch(/^(required|tooLong|choice|range|date|unreadable)$/);
      }),
    );
  });
});
