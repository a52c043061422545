import { describe, expect, it } from 'vitest';
import { type DraftStepRow, describeStep } from './describe-step.ts';

const step: DraftStepRow = {
  id: 1,
  by: 'Ada',
  at: '2026-11-25T09:00:00Z',
  is_undone: false,
  what: 'edit',
  is_structure: false,
  count: 1,
  module_id: 7,
  type: 'TEXT_BLOCK',
  title: 'Why it drifts',
  locales: ['en'],
  fields: [],
  put_into: [],
  taken_out_of: [],
};

describe('the words of a step', () => {
  it('name the module and its title', () => {
    expect(describeStep({ ...step, what: 'remove' })).toBe('Text editor “Why it drifts” removed');
    expect(describeStep({ ...step, what: 'add', title: null })).toBe('Text editor added');
  });
  it('name the language that was written, unless it is English', () => {
    expect(describeStep(step)).toBe('Text editor “Why it drifts” changed');
    expect(describeStep({ ...step, locales: ['de'] })).toBe('Text editor “Why it drifts” changed in German');
    expect(describeStep({ ...step, locales: ['en', 'de'] })).toBe('Text editor “Why it drifts” changed');
  });
  it('count several modules', () =>
    expect(describeStep({ ...step, what: 'paste', count: 3 })).toBe('3 modules pasted'));
  it('say that a version was brought back, whatever modules that was', () =>
    expect(describeStep({ ...step, what: 'restore', count: 4 })).toBe('Earlier version brought back'));
  it('cut a long title', () =>
    expect(describeStep({ ...step, title: 'x'.repeat(200) })).toBe(`Text editor “${'x'.repeat(39)}…” changed`));
  it('name the fields of a page', () =>
    expect(
      describeStep({
        ...step,
        what: 'details',
        count: 0,
        type: null,
        title: null,
        locales: ['de'],
        fields: ['path', 'title'],
      }),
    ).toBe('Page details changed in German: address, title'));
  it('say that a page came into a language or left one', () => {
    const ofPage: DraftStepRow = { ...step, what: 'details', count: 0, type: null, title: null, locales: [] };
    expect(describeStep({ ...ofPage, taken_out_of: ['de'] })).toBe('Page taken out of German');
    expect(describeStep({ ...ofPage, put_into: ['de', 'jp'] })).toBe('Page put into German, Japanese');
    expect(describeStep({ ...ofPage, taken_out_of: ['jp'], locales: ['de'], fields: ['title'] })).toBe(
      'Page taken out of Japanese; details changed in German: title',
    );
  });
  it('say nothing of a type that the code does not have', () =>
    expect(describeStep({ ...step, type: 'FORMER', title: null, what: 'move' })).toBe('Module moved'));
});
