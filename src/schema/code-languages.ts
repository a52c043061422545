import { ownValue } from '#domain/objects.ts';

/** The languages of code blocks in rich text, as their names in the data and for people. Each is known to `highlight-code.ts`. */
export const codeLanguages = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  dts: 'Devicetree',
  javascript: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  rust: 'Rust',
  xml: 'XML',
  yaml: 'YAML',
} as const;

export type CodeLanguage = keyof typeof codeLanguages;

const otherNames: Readonly<Record<string, CodeLanguage>> = {
  sh: 'bash',
  shell: 'bash',
  'c++': 'cpp',
  arduino: 'cpp',
  js: 'javascript',
  py: 'python',
  rs: 'rust',
  html: 'xml',
  yml: 'yaml',
};

export function isCodeLanguage(name: string): name is CodeLanguage {
  return Object.hasOwn(codeLanguages, name);
}

/**
 * The language that a name stands for, as it is written after the fence of a code block in Markdown; null for none of ours.
 *
 * @example findCodeLanguage('Py'); // 'python'
 */
export function findCodeLanguage(name: string): CodeLanguage | null {
  const known = name.trim().toLowerCase();
  if (isCodeLanguage(known)) return known;
  return Object.hasOwn(otherNames, known) ? (ownValue(otherNames, known) ?? null) : null;
}
