import { type JSXElementConstructor, type ReactNode, Fragment, isValidElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { escapeHtml } from './escape-html.ts';

type Properties = {
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
  [name: string]: unknown;
};

const words = (text: string) => new Set(text.split(' '));

/** Elements that React writes by rules of their own: in another place, with another content, or by what stands around them. */
const specialTags = words(
  'base body head html input link menuitem meta noscript object option pre listing script select style textarea title',
);

const tagsWithoutContent = words('area br col embed hr img param source track wbr');

/** Attributes that React writes by rules of their own, or not at all. */
const specialAttributes = words(
  'async autofocus capture cols controls default defer download inert loop multiple muted ref reversed rows scoped seamless size span style',
);

/** Attributes that are said by their presence. */
const flags = words('disabled hidden open required');

/** Attributes that lead somewhere: React looks at what they begin with. */
const addresses = words('action href src');

/** Properties that are no attributes in lower case. */
const attributeNames = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['tabIndex', 'tabindex'],
  ['strokeLinecap', 'stroke-linecap'],
  ['strokeLinejoin', 'stroke-linejoin'],
  ['strokeWidth', 'stroke-width'],
  ['vectorEffect', 'vector-effect'],
  ...[
    ...words(
      'autoComplete colSpan dateTime fetchPriority hrefLang inputMode maxLength popoverTarget popoverTargetAction preserveAspectRatio referrerPolicy rowSpan srcSet viewBox',
    ),
  ].map((name) => [name, name] as const),
]);

/** How an attribute is written; `left` to React is what is not known here. */
type Rule = { kind: 'none' | 'flag' | 'address' | 'plain' | 'words' | 'left'; before: string };

const rules = new Map<string, Rule>(
  ['children', 'dangerouslySetInnerHTML', 'suppressHydrationWarning'].map((name) => [
    name,
    { kind: 'none', before: '' },
  ]),
);

function ruleOf(name: string): Rule {
  let rule = rules.get(name);
  if (!rule) {
    const written = attributeNames.get(name) ?? name;
    rule = { kind: kindOf(name), before: ` ${written}="` };
    rules.set(name, rule);
  }
  return rule;
}

function kindOf(name: string): Rule['kind'] {
  if (flags.has(name)) return 'flag';
  if (addresses.has(name)) return 'address';
  if (attributeNames.has(name)) return 'plain';
  if (specialAttributes.has(name) || !/^(?!on)[a-z][a-z-]*$/.test(name)) return 'left';
  // Elsewhere `true` and `false` are no texts.
  return /^(aria|data)-/.test(name) ? 'words' : 'plain';
}

/** The markup so far. One text that grows is joined sooner than many that are put into each other. */
let html = '';

/**
 * What React's `renderToStaticMarkup` writes for views that keep no state. React's renderer can stop anywhere and go on
 * later, which a page that is written at once has no use for. What is not plain (hooks, contexts, form fields, attributes
 * that are not known above) is left to React, so that the answer is always React's.
 */
export function staticMarkup(node: ReactNode): string {
  const outer = html;
  html = '';
  try {
    write(node);
    return html;
  } catch {
    // A component that needs React around it. Any other error React meets as well, and says what it is.
    return renderToStaticMarkup(node);
  } finally {
    html = outer;
  }
}

function write(node: ReactNode): void {
  if (typeof node === 'string') html += escapeHtml(node);
  else if (typeof node === 'number' || typeof node === 'bigint') html += node;
  else if (Array.isArray(node)) for (const child of node) write(child);
  else if (typeof node === 'object' && node !== null) writeObject(node);
}

function writeObject(node: Exclude<ReactNode, string | number | bigint | boolean | null | undefined>): void {
  if (!isValidElement<Properties>(node)) {
    html += renderToStaticMarkup(node);
    return;
  }
  const { type, props } = node;
  if (typeof type === 'string') {
    if (!writeElement(type, props)) html += renderToStaticMarkup(node);
  } else if (isPlain(type)) write(type(props));
  else if (type === Fragment) write(props.children);
  else html += renderToStaticMarkup(node);
}

/** Functions are; classes, and what wraps a component, are not. */
function isPlain(type: JSXElementConstructor<Properties>): type is (props: Properties) => ReactNode {
  return typeof type === 'function' && !type.prototype?.isReactComponent;
}

/** Writes nothing, and says so, for an element that is left to React. */
function writeElement(tag: string, props: Properties): boolean {
  if (specialTags.has(tag)) return false;
  let opening = `<${tag}`;
  for (const name in props) {
    const value = props[name];
    if (value === undefined || value === null) continue;
    const { kind, before } = ruleOf(name);
    if (kind === 'none') continue;
    if (kind === 'left') return false;
    if (kind === 'flag') {
      if (value) opening += ` ${name}=""`;
    } else if (typeof value === 'string') {
      if (kind === 'address' && /^([\0-\x20]*j|$)/i.test(value)) return false;
      opening += `${before}${escapeHtml(value)}"`;
    } else if (typeof value === 'number' || (typeof value === 'boolean' && kind === 'words')) {
      opening += `${before}${value}"`;
    } else return false;
  }
  if (tagsWithoutContent.has(tag)) {
    html += `${opening}/>`;
    return true;
  }
  html += `${opening}>`;
  if (props.dangerouslySetInnerHTML) html += props.dangerouslySetInnerHTML.__html;
  else write(props.children);
  html += `</${tag}>`;
  return true;
}
