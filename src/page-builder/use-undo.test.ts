import { expect, it } from 'vitest';
import { findWay } from './use-undo.ts';

const keys = { key: 'z', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };

it.each([
  ['Ctrl+Z', keys, 'undo'],
  ['Cmd+Z', { ...keys, ctrlKey: false, metaKey: true }, 'undo'],
  ['Ctrl+Shift+Z', { ...keys, key: 'Z', shiftKey: true }, 'redo'],
  ['Ctrl+Y', { ...keys, key: 'y' }, 'redo'],
  ['Cmd+Y, which opens the history of a browser', { ...keys, key: 'y', ctrlKey: false, metaKey: true }, null],
  ['Ctrl+Alt+Z', { ...keys, altKey: true }, null],
  ['Z', { ...keys, ctrlKey: false }, null],
])('%s', (_, pressed, way) => expect(findWay(pressed)).toBe(way));
