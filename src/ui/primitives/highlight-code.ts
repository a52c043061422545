import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import dts from 'highlight.js/lib/languages/dts';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { CodeLanguage } from '#schema/code-languages.ts';

const grammars = { bash, c, cpp, dts, javascript, json, python, rust, xml, yaml } satisfies Record<
  CodeLanguage,
  unknown
>;
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);
// Classes and no styles: the policy allows none in the markup.
highlighter.configure({ classPrefix: 'code-block__' });

/** Code as HTML, its characters escaped and its parts in elements with classes, of which `code-block.css` has the colours. */
export function highlightCode(code: string, language: CodeLanguage): string {
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
