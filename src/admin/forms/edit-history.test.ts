import { expect, it } from 'vitest';
import { beginHistory, record, redo, undo } from './edit-history.ts';

it('takes changes back and does them again, to both ends and no further', () => {
  const changed = record(record(beginHistory('a'), 'b'), 'c');
  expect(undo(changed).present).toBe('b');
  expect(undo(undo(undo(changed))).present).toBe('a');
  expect(redo(undo(undo(changed))).present).toBe('b');
  expect(redo(redo(redo(undo(undo(changed))))).present).toBe('c');
});

it('forgets what was taken back when something else is changed', () => {
  const branched = record(undo(record(beginHistory('a'), 'b')), 'c');
  expect(redo(branched).present).toBe('c');
  expect(undo(branched).present).toBe('a');
});

it('takes letters of one text for one step, and those of another, or after a step back, for a new one', () => {
  const typed = record(record(beginHistory(''), 'H', 'label'), 'Hi', 'label');
  expect(undo(typed).present).toBe('');
  expect(undo(record(typed, 'Hi!', 'help')).present).toBe('Hi');
  expect(undo(record(redo(undo(typed)), 'Hi!', 'label')).present).toBe('Hi');
});
