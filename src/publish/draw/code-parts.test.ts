import { expect, it } from 'vitest';
import { type CodeParts, changedTypes, drawingCode, wholeCode } from './code-parts.ts';

const parts: CodeParts = { reading: 'r', drawing: 'd', types: { HERO: 'h', TAB: 't' } };

it('tells the types whose code is another one, those that came or went included', () => {
  expect(changedTypes(parts, parts)).toEqual([]);
  expect(changedTypes(parts, { ...parts, types: { HERO: 'h2', TAB: 't' } })).toEqual(['HERO']);
  expect(changedTypes(parts, { ...parts, types: { TAB: 't', QUOTE: 'q' } })).toEqual(['HERO', 'QUOTE']);
});

it('knows no types where what all outputs are read or drawn with differs', () => {
  expect(changedTypes(parts, { ...parts, reading: 'other' })).toBeNull();
  expect(changedTypes(parts, { ...parts, drawing: 'other' })).toBeNull();
  expect(changedTypes(wholeCode('a').parts, wholeCode('b').parts)).toBeNull();
});

it('names the code of an output by the types on it, in whatever order, and by no other', () => {
  expect(drawingCode(parts, ['TAB', 'HERO'])).toBe(drawingCode(parts, ['HERO', 'TAB']));
  expect(drawingCode(parts, ['TAB'])).toBe(
    drawingCode({ ...parts, types: { ...parts.types, HERO: 'other' } }, ['TAB']),
  );
  expect(drawingCode(parts, ['HERO'])).not.toBe(drawingCode({ ...parts, types: { HERO: 'other' } }, ['HERO']));
  expect(drawingCode(parts, ['HERO'])).not.toBe(drawingCode({ ...parts, drawing: 'other' }, ['HERO']));
  expect(drawingCode(parts, ['UNKNOWN'])).not.toBe(drawingCode(parts, []));
});
