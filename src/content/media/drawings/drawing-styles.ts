import { type CssNode, type DeclarationList, type Selector, generate, parse, walk } from 'css-tree';
import { type XastElement, type XastRoot, mapNodesToParents, querySelectorAll } from 'svgo';
import type { RemovalList } from '#domain/media/drawing-removals.ts';
import { trimEnd } from '#domain/text/trim-end.ts';
import { staysInside, styleAttributes, styleProperties } from './drawing-vocabulary.ts';

/**
 * The styles of a drawing as attributes of its shapes. svgo reads the drawing and matches the selectors; its plugin `inlineStyles` is not
 * used: it takes away ids that gradients are referred to by, applies sheets for print, and needs seconds for some hundred classes.
 */

type Declared = Map<string, { value: string; isImportant: boolean }>;
type Rule = { selector: string; weight: number; declarations: Declared };
type Scope = ReadonlyMap<string, string>;

/** Characters that rules may bring to all shapes together; a small file can ask for gigabytes. */
const declaredLimit = 8 * 1024 * 1024;
/** No program writes longer ones; what is longer is a file in disguise. */
const valueLimit = 4000;
/** Of one element. */
const propertyLimit = 1000;

export class StylesTooLarge extends Error {}

/** Moves what style elements and style attributes say into attributes, and takes the style elements out. */
export function applyStyles(root: XastRoot, svg: XastElement, removals: RemovalList): void {
  const declared = cascade(root, readRules(svg, removals));
  settle(svg, new Map(), declared, removals);
}

/** Takes the style elements out; answers with their rules, those that win last. */
function readRules(svg: XastElement, removals: RemovalList): Rule[] {
  const rules: Rule[] = [];
  const visit = (parent: XastElement) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (child.name === 'style') rules.push(...readSheet(child, removals));
      else visit(child);
    }
    parent.children = parent.children.filter((child) => child.type !== 'element' || child.name !== 'style');
  };
  visit(svg);
  return rules.toSorted((a, b) => a.weight - b.weight);
}

function readSheet(element: XastElement, removals: RemovalList): Rule[] {
  const { type = '', media = '' } = element.attributes;
  if (type !== '' && type !== 'text/css') return [];
  if (media !== '' && !holdsOnScreens(media)) {
    removals.add('other-cases', `@media ${media}`);
    return [];
  }
  const text = element.children.map((child) => ('value' in child ? child.value : '')).join('');
  const rules: Rule[] = [];
  const sheet = parse(text, { parseValue: false, parseCustomProperty: false });
  const read = (node: CssNode): void => {
    if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
      const declarations = readDeclarations(node.block.children.toArray());
      for (const selector of node.prelude.children)
        if (selector.type === 'Selector') {
          if (!asksForMore(selector))
            rules.push({ selector: generate(selector), weight: weigh(selector), declarations });
          else removals.add('other-cases', generate(selector));
        }
    } else if (node.type === 'Atrule') {
      const prelude = node.prelude ? generate(node.prelude) : '';
      switch (node.name.toLowerCase()) {
        case 'media':
          if (holdsOnScreens(prelude)) node.block?.children.forEach((child) => read(child));
          else removals.add('other-cases', `@media ${prelude}`);
          break;
        case 'import':
          removals.add('elsewhere', trimEnd(prelude.replace(/^(?:url\()?["']?/, ''), `"')`));
          break;
        case 'font-face':
          removals.add('font', readFont(node));
          break;
        case 'keyframes':
        case '-webkit-keyframes':
          removals.add('animation', prelude);
          break;
        case 'charset':
        case 'namespace':
          break;
        default:
          removals.add('other-cases', `@${node.name}`);
      }
    }
  };
  if (sheet.type === 'StyleSheet') sheet.children.forEach(read);
  return rules;
}

function readFont(node: CssNode): string {
  let name = '';
  walk(node, (inner) => {
    if (inner.type === 'Declaration' && inner.property === 'font-family') name = generate(inner.value);
  });
  return name.replace(/^["']|["']$/g, '');
}

/** A drawing is shown by light on a screen; what a device adds to that is for style sheets of pages. */
function holdsOnScreens(query: string): boolean {
  return query
    .split(',')
    .some((part) => /^(?:|all|(?:only )?screen|\(prefers-color-scheme:\s*light\))$/i.test(part.trim()));
}

/** What is known of a drawing that stands still. */
const knownClasses: ReadonlySet<string> = new Set([
  'root', 'not', 'is', 'where', 'has', 'first-child', 'last-child', 'only-child', 'nth-child', 'nth-last-child', 'first-of-type',
  'last-of-type', 'only-of-type', 'nth-of-type', 'nth-last-of-type', 'empty', 'link', 'any-link',
]); // prettier-ignore

function asksForMore(selector: Selector): boolean {
  let found = false;
  walk(selector, (node) => {
    if (node.type === 'PseudoElementSelector') found = true;
    if (node.type === 'PseudoClassSelector' && !knownClasses.has(node.name)) found = true;
  });
  return found;
}

/** The specificity of a selector as one number. */
function weigh(selector: CssNode): number {
  let weight = 0;
  const count = (node: CssNode): void => {
    if (node.type === 'IdSelector') weight += 1_000_000;
    else if (node.type === 'ClassSelector' || node.type === 'AttributeSelector') weight += 1000;
    else if (node.type === 'TypeSelector' && node.name !== '*') weight += 1;
    else if (node.type === 'PseudoClassSelector') {
      const inner = node.children?.first;
      if (inner?.type === 'SelectorList' && node.name !== 'where')
        weight += Math.max(...inner.children.toArray().map(weigh));
      else if (node.name !== 'where') weight += 1000;
    }
  };
  if (selector.type === 'Selector') selector.children.forEach(count);
  return weight;
}

function readDeclarations(nodes: readonly CssNode[]): Declared {
  const declared: Declared = new Map();
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue;
    const property = node.property.startsWith('--') ? node.property : node.property.toLowerCase();
    declare(declared, property, { value: generate(node.value).trim(), isImportant: node.important !== false });
  }
  return declared;
}

/** The later one wins, unless the earlier one is important and it is not; it takes its place at the end. */
function declare(declared: Declared, property: string, next: { value: string; isImportant: boolean }): void {
  if (declared.get(property)?.isImportant && !next.isImportant) return;
  declared.delete(property);
  declared.set(property, next);
}

/** What rules and style attributes say of each element. */
function cascade(root: XastRoot, rules: readonly Rule[]): Map<XastElement, Declared> {
  const all = new Map<XastElement, Declared>();
  let size = 0;
  const add = (element: XastElement, declarations: Declared) => {
    const known = all.get(element) ?? new Map();
    for (const [property, next] of declarations) {
      size += property.length + next.value.length;
      declare(known, property, next);
    }
    if (size > declaredLimit) throw new StylesTooLarge();
    all.set(element, known);
  };
  const matching = selecting(root);
  for (const { selector, declarations } of rules) for (const element of matching(selector)) add(element, declarations);
  const visit = (element: XastElement) => {
    const { style } = element.attributes;
    if (style !== undefined) {
      const list = parse(style, { context: 'declarationList', parseValue: false, parseCustomProperty: false });
      add(element, readDeclarations((list as DeclarationList).children.toArray()));
    }
    for (const child of element.children) if (child.type === 'element') visit(child);
  };
  for (const child of root.children) if (child.type === 'element') visit(child);
  return all;
}

/** Finds elements by selectors. Most selectors of programs are one class, of which there may be hundreds for thousands of shapes. */
function selecting(root: XastRoot): (selector: string) => readonly XastElement[] {
  const parents = mapNodesToParents(root);
  const byClass = new Map<string, XastElement[]>();
  for (const element of parents.keys()) {
    if (element.type !== 'element') continue;
    for (const name of new Set((element.attributes['class'] ?? '').split(/\s+/)))
      byClass
        .set(name, byClass.get(name) ?? [])
        .get(name)
        ?.push(element);
  }
  return (selector) => {
    const one = /^\.([\w-]+)$/.exec(selector)?.[1];
    if (one !== undefined) return byClass.get(one) ?? [];
    try {
      return querySelectorAll(root, selector, parents).filter((node) => node.type === 'element');
    } catch {
      // A selector that nobody can read selects nothing in a browser either.
      return [];
    }
  };
}

/** Writes what holds for an element as its attributes, with custom properties filled in. */
function settle(
  element: XastElement,
  outer: Scope,
  all: ReadonlyMap<XastElement, Declared>,
  removals: RemovalList,
): void {
  const declared = all.get(element) ?? new Map();
  const scope = makeScope(outer, declared);
  for (const [name, value] of Object.entries(element.attributes)) {
    if (name === 'style' || !value.includes('var(')) continue;
    const filled = fill(value, scope);
    if (filled === null) delete element.attributes[name];
    else element.attributes[name] = filled;
  }
  delete element.attributes['style'];
  const kept: [string, string][] = [];
  for (const [property, { value }] of declared) {
    if (property.startsWith('--')) continue;
    const filled = fill(value, scope);
    if (filled === null) continue;
    if (!staysInside(filled) || filled.length > valueLimit) {
      removals.add(/data:/i.test(filled) ? 'embedded-file' : 'elsewhere', addressIn(filled) || property);
    } else if (styleProperties.has(property)) kept.push([property, filled]);
    else if (/^(?:-webkit-)?(?:animation|transition)(?:-name)?$/.test(property)) removals.add('animation', property);
  }
  if (kept.every(([property]) => styleAttributes.has(property)))
    for (const [property, value] of kept) element.attributes[property] = unquoted(value);
  else element.attributes['style'] = kept.map((each) => each.join(':')).join(';');
  for (const child of element.children) if (child.type === 'element') settle(child, scope, all, removals);
}

function unquoted(value: string): string {
  return /^"[^"\\]*"$|^'[^'\\]*'$/.test(value) ? value.slice(1, -1) : value;
}

/** Where a value leads, as far as it says so. */
export function addressIn(value: string): string {
  const found = /url\(\s*['"]?([^'")\s]+)/i.exec(value)?.[1] ?? /^\s*(\S+)/.exec(value)?.[1] ?? '';
  return found.startsWith('data:') ? (/^data:[^;,]*/.exec(found)?.[0] ?? '') : found;
}

/** The custom properties that hold inside of an element. One that refers to itself is not there. */
function makeScope(outer: Scope, declared: Declared): Scope {
  const own = [...declared].filter(([property]) => property.startsWith('--'));
  if (own.length === 0) return outer;
  const scope = new Map(outer);
  if (own.length > propertyLimit) throw new StylesTooLarge();
  const raw = new Map(own.map(([property, { value }]) => [property, value]));
  for (const property of raw.keys()) scope.delete(property);
  const resolve = (property: string): void => {
    const value = raw.get(property);
    if (value === undefined) return;
    raw.delete(property);
    for (const [, inner = ''] of value.matchAll(/var\(\s*(--[^\s,)]+)/g)) resolve(inner);
    const filled = fill(value, scope);
    if (filled !== null) scope.set(property, filled);
  };
  for (const [property] of own) resolve(property);
  return scope;
}

/** A value with its custom properties filled in; null where one is missing, since such a declaration does not hold. */
function fill(value: string, scope: Scope): string | null {
  const start = value.search(/\bvar\(/);
  if (start === -1) return value;
  if (value.length > valueLimit) return null;
  let depth = 0;
  let end = start + 3;
  for (; end < value.length; end += 1) {
    if (value[end] === '(') depth += 1;
    else if (value[end] === ')' && --depth === 0) break;
  }
  if (depth !== 0) return null;
  const inner = value.slice(start + 4, end);
  const comma = inner.indexOf(',');
  const known = scope.get((comma === -1 ? inner : inner.slice(0, comma)).trim());
  const found = known ?? (comma === -1 ? null : fill(inner.slice(comma + 1).trim(), scope));
  const rest = found === null ? null : fill(value.slice(end + 1), scope);
  if (found === null || rest === null) return null;
  const filled = value.slice(0, start) + found + rest;
  return filled.length > valueLimit ? null : filled;
}
