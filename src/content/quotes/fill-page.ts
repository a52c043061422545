import { isRecord, ownValue } from '#domain/objects.ts';
import { toJson } from '#domain/values/to-json.ts';
import { type ProductQuote, quoteBegin } from '#domain/quotes/product-quotes.ts';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import type { DraftModule } from '#modules/placed.ts';
import { type ContentIssue, type PageContent, toFailure } from '#content/reading/page-content.ts';
import { pageJson } from '#content/reading/page-json.ts';
import type { BrokenModules } from '#content/reading/read-modules.ts';
import type { Reading } from '#content/reading/reading.ts';
import { InvalidRecord } from '#content/source/read-row.ts';
import { fillQuotes, quotedProducts } from '#domain/quotes/fill-quotes.ts';
import { quotedValue } from './quoted-values.ts';

/** Answers for the quotes of a value; null when it has none. */
async function readAnswers(
  value: unknown,
  { source, context }: Reading,
): Promise<((quote: ProductQuote) => Result<string>) | null> {
  const names = quotedProducts(value);
  if (names.length === 0) return null;
  const { items } = await source.list(context.locale, { list: 'product_values', by: 'slug', names });
  return (quote) => quotedValue(quote, items, context);
}

/**
 * Data with the values of products in place of their quotes. A quote without a value is an error, and stays as it is where broken
 * content is kept for editors.
 */
export async function fillTexts<T>(value: T, reading: Reading, broken: BrokenModules = 'fail'): Promise<T> {
  const answer = await readAnswers(value, reading);
  if (!answer) return value;
  const filled = fillQuotes(value, answer);
  const [issue] = filled.issues;
  if (issue && broken === 'fail') {
    const { id, field } = nearestRecord(value, issue.path);
    throw new InvalidRecord(id === 0 ? 'text' : `record ${id}`, 0, { path: field, message: issue.message });
  }
  return filled.value;
}

/** The innermost record in which a path ends, by its id, and the rest of the path; 0 where none has an id. */
function nearestRecord(value: unknown, path: Issue['path']): { id: number; field: Issue['path'] } {
  let nearest = { id: 0, field: path };
  let part = value;
  for (const [index, step] of path.entries()) {
    part = Array.isArray(part) ? part[Number(step)] : isRecord(part) ? ownValue(part, String(step)) : null;
    const id = isRecord(part) ? part['id'] : null;
    if (typeof id === 'number') nearest = { id, field: path.slice(index + 1) };
  }
  return nearest;
}

/** Each text with the values of products in place of its quotes, or why it has none. */
export async function answerQuotes(texts: readonly string[], reading: Reading): Promise<Result<string>[]> {
  const answer = await readAnswers(texts, reading);
  return texts.map((text) => {
    const { value, issues } = answer ? fillQuotes(text, answer) : { value: text, issues: [] };
    return issues[0] ? fail('invalid', issues[0].message) : ok(value);
  });
}

/** What is wrong with the quotes of a value. */
export async function findQuoteIssues(value: unknown, reading: Reading): Promise<Issue[]> {
  const answer = await readAnswers(value, reading);
  return answer ? fillQuotes(value, answer).issues : [];
}

/** Whether a text of a page is around its content, and was written elsewhere: the name of a page above it, for example. */
function isShared([part, detail, inside]: Issue['path']): boolean {
  return part === 'frame' && (detail !== 'head' || inside === 'jsonLd');
}

/**
 * A page with the values of products in place of their quotes. A quote without a value is an error of its module, or of the page's
 * own details: visitors are never shown it. In what surrounds many pages it is an ellipsis, so that it keeps none of them from being
 * published.
 */
export async function fillPage(
  content: PageContent,
  reading: Reading,
  broken: BrokenModules,
): Promise<Result<PageContent>> {
  // Found in the text of the page, without a walk through all that it holds.
  const hasQuotes = pageJson(content).includes(quoteBegin) || toJson(content.frame.menus).includes(quoteBegin);
  const answer = hasQuotes ? await readAnswers(content, reading) : null;
  if (!answer) return ok(content);
  const { value, issues } = fillQuotes(content, answer, isShared);
  if (issues.length === 0) return ok(value);
  if (broken === 'fail') return { ok: false, failure: toFailure(issues.map((issue) => placeIssue(value, issue))) };
  return ok(value.kind === 'page' ? { ...value, modules: markBroken(value.modules, issues, ['modules']) } : value);
}

function placeIssue(content: PageContent, issue: Issue): ContentIssue {
  if (content.kind === 'page') {
    const found = innermost(content.modules, issue.path.slice(1), issue.path[0] === 'modules');
    if (found) return { module: found.module.id, type: found.module.type, issue: { ...issue, path: found.path } };
  }
  return { module: null, type: content.kind, issue };
}

/** The module in which a path ends, with the rest of the path: that of the field. */
function innermost(
  modules: readonly DraftModule[],
  [index, ...rest]: Issue['path'],
  isModule: boolean,
): { module: DraftModule; path: Issue['path'] } | null {
  const module = isModule && typeof index === 'number' ? modules[index] : undefined;
  if (!module) return null;
  const [part, slot, ...below] = rest;
  if (part === 'children' && 'children' in module) {
    const inner = innermost(ownValue(module.children, String(slot)) ?? [], below, true);
    if (inner) return inner;
  }
  return { module, path: part === 'data' ? rest.slice(1) : rest };
}

/** The modules with errors in place of those that quote what is not there. */
function markBroken(modules: readonly DraftModule[], issues: readonly Issue[], at: Issue['path']): DraftModule[] {
  return modules.map((module, index): DraftModule => {
    const path = [...at, index];
    const own = issues.filter((issue) => path.every((part, depth) => issue.path[depth] === part));
    if (own.length === 0 || !('children' in module)) return module;
    const inside = own.map((issue) => ({ ...issue, path: issue.path.slice(path.length) }));
    const problems = inside.filter(({ path: [part] }) => part !== 'children');
    if (problems.length > 0) {
      return {
        id: module.id,
        type: module.type,
        problems: problems.map((issue) => ({
          field: issue.path.slice(issue.path[0] === 'data' ? 1 : 0).join('.'),
          reason: issue.message,
        })),
      };
    }
    const children = Object.fromEntries(
      Object.entries(module.children).map(([slot, inner]) => [
        slot,
        markBroken(inner, own, [...path, 'children', slot]),
      ]),
    );
    return { ...module, children };
  });
}
