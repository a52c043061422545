import { describe, expect, it } from 'vitest';
import {
  type CopiedModule,
  type CopiedModules,
  countModules,
  measureCopiedHeight,
  readCopied,
  writeCopied,
} from './copied-modules.ts';

const module = (...children: CopiedModule[]): CopiedModule => ({
  type: 'ACCORDION',
  slot: null,
  locales: { en: { v: 1, data: { title: 'One' } } },
  children: children.map((child) => ({ ...child, slot: 'a' })),
});
const copied = (...modules: CopiedModule[]): CopiedModules => ({
  format: 'page-modules',
  version: 1,
  site: 'main',
  modules,
});

describe('copied modules', () => {
  it('are read as they were written', () => {
    const all = copied(module(module(module())), module());
    expect(readCopied(writeCopied(all) ?? '')).toEqual(all);
    expect(countModules(all.modules)).toBe(4);
    expect(measureCopiedHeight(all.modules)).toBe(3);
  });

  it.each([
    ['a sentence', 'Every part has a file'],
    ['other JSON', '{"title": "One"}'],
    ['half of them', writeCopied(copied(module()))?.slice(0, 60) ?? ''],
    ['a later version', JSON.stringify({ ...copied(module()), version: 2 })],
    ['a site that is none of ours', JSON.stringify({ ...copied(module()), site: 'other' })],
    ['no module', JSON.stringify(copied())],
    ['too many', JSON.stringify(copied(...Array.from({ length: 101 }, () => module())))],
    ['too many inside one another', JSON.stringify(copied(module(module(module(module())))))],
    [
      'a text without end',
      JSON.stringify(copied({ ...module(), locales: { en: { v: 1, data: { title: 'x'.repeat(1e6) } } } })),
    ],
    ['an unknown locale', JSON.stringify(copied({ ...module(), locales: { xx: { v: 1, data: {} } } as never }))],
    ['a prototype', '{"__proto__": {"format": "page-modules"}}'],
  ])('are not %s', (_, text) => expect(readCopied(text)).toBeNull());

  it('are refused by whoever writes more than can be pasted', () =>
    expect(
      writeCopied(copied({ ...module(), locales: { en: { v: 1, data: { title: 'x'.repeat(1e6) } } } })),
    ).toBeNull());
});
