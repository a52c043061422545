import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * No pattern of the server takes the square of the time of a long text: one request, or one text of an editor, would hold up all
 * others. Browsers' own patterns hold up nobody else.
 */
const files = globSync('src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.|^src\/(?:editor|admin)\/|^src\/ui\/lists\/query-links/.test(file),
);

/** What these read is short, or written by whoever runs the server: no request and no text of an editor. */
const short: Readonly<Record<string, string>> = {
  '/\\d+\\D+/g': 'a date as Intl writes it',
  '/([!-~]+-\\d[!-~]*)/': 'the value of a property',
  '/\\d+\\.\\d+/g': 'the value of a property',
  '/^[^\\r\\n]*[^\\s@<>]+@[^\\s@<>]+>?$/': 'a setting of the server',
  '/\\[[^\\]]+\\]/': 'a route of the route table',
  '/\\[([^\\]]+)\\]/': 'a route of the route table',
  '/^(https?:\\/\\/[^\\s/?#@]+|\\/(?![/\\\\]))\\S*$/': 'a record of an import',
  '/\\s*\\n\\s*/g': 'a file of an import',
  '/\\n+$/': 'a file of an import',
};

const units = [
  ...Array.from(' aA0-/.:\n\t{<&%;,_"\'([@#=é日'),
  '0 ',
  'a ',
  'a-',
  'a.',
  '1.',
  '0.0 ',
  'a/',
  '<a',
  '%2',
  'a=b&',
  '.a@',
  '&a;',
  '- ',
  '0 - ',
  '{{product:a b ',
  '\u00a0',
];
const heads = ['', '{{', 'http://', '/', '"', '<', '0'];
const tails = ['', '!', '\u0000', '\n', ')'];
const length = 20_000;

function patternsOf(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && /[*+{]/.test(node.text)) found.push(node.text);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** Milliseconds of processor time that the worst of the texts takes. */
function worstOf(pattern: string): number {
  const end = pattern.lastIndexOf('/');
  const expression = new RegExp(pattern.slice(1, end), pattern.slice(end + 1).replace(/[gy]/g, ''));
  let worst = 0;
  for (const unit of units)
    for (const head of heads)
      for (const tail of tails) {
        const text = head + unit.repeat(length / unit.length) + tail;
        const before = process.threadCpuUsage();
        expression.test(text);
        worst = Math.max(worst, process.threadCpuUsage(before).user / 1000);
        if (worst > 200) return worst;
      }
  return worst;
}

it('no pattern of the server takes the square of the time of a long text', () => {
  const patterns = new Map(files.flatMap((file) => patternsOf(file).map((pattern) => [pattern, file] as const)));
  expect(patterns.size).toBeGreaterThan(100);
  expect(Object.keys(short).filter((pattern) => !patterns.has(pattern))).toEqual([]);
  const slow = [...patterns]
    .filter(([pattern]) => !Object.hasOwn(short, pattern))
    .map(([pattern, file]) => `${pattern} in ${file}: ${Math.round(worstOf(pattern))} ms`)
    .filter((line) => Number(/(\d+) ms$/.exec(line)?.[1]) > 150);
  expect(slow).toEqual([]);
});
