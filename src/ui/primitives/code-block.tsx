import type { RichTextNode } from '#schema/rich-text.ts';
import { codeLanguages } from '#schema/code-languages.ts';
import type { Translate } from '#view-model/view-props.ts';
import { Island } from '../islands/Island.tsx';
import { staticMarkup } from '../static-markup.ts';
import { CopyCode } from './CopyButton.tsx';
import { escapeHtml } from './escape-html.ts';
import { highlightCode } from './highlight-code.ts';
import './code-block.css';

/** A block of code as HTML: its language and a button that copies it above the code, which scrolls in its own box. */
export function codeBlock({ attrs, content }: Extract<RichTextNode, { type: 'codeBlock' }>, t: Translate): string {
  const language = attrs?.language ?? null;
  const code = content?.[0]?.text ?? '';
  if (code.trim() === '') return '';
  const name = language === null ? '' : codeLanguages[language];
  const label = language === null ? t('code.label') : t('code.labelOf', { language: name });
  const html = language === null ? escapeHtml(code) : highlightCode(code, language);
  const copy = staticMarkup(
    <Island
      name="CopyCode"
      component={CopyCode}
      id="copy-code"
      props={{ words: { copy: t('code.copy'), copied: t('copy.copied') } }}
      slots={{}}
    />,
  );
  return `<div class="code-block"><div class="code-block__head"><span>${name}</span>${copy}</div><pre role="group" tabindex="0" aria-label="${escapeHtml(label)}"><code translate="no">${html}</code></pre></div>`;
}
