import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8');

it("writes edited texts in every font of the page's language", () => {
  const ofLanguages = new Set(read('../../ui/tokens.css').match(/--font-(?!latin)\w+/g));
  expect(ofLanguages.size).toBeGreaterThan(2);
  const stack = /--font:([^;]+);/.exec(read('bar.css'))?.[1] ?? '';
  expect([...ofLanguages].filter((font) => !stack.includes(`var(${font},`))).toEqual([]);
});
