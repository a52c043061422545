import { emptyRecord } from '#domain/objects.ts';
import type { Issue, Result } from '#domain/result.ts';
import { maxDepth, nestingMessage } from '#domain/pages/structure.ts';
import { type RegisteredType, getDefinition, isRegisteredType } from '#modules/definitions.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import type { ListResult } from '#view-model/list-results.ts';
import type { ListQuery } from '#schema/lists.ts';
import { parseData } from '#modules/parse-data.ts';
import type { DraftModule } from '#modules/placed.ts';
import { waitsFor } from '#modules/waits-for.ts';
import { type ReferenceTarget, collectReferences, resolveReferences } from '#schema/references.ts';
import type { ContentIssue } from './page-content.ts';
import { readList } from './read-list.ts';
import type { Reading } from './reading.ts';
import { withShared } from './show-shared.ts';
import type { StoredModule } from '#kinds/page/shapes.ts';
import type { Trace } from '#kinds/reading/trace.ts';
import { resolveRow } from '#kinds/resolvers.ts';
import { InvalidRecord } from '#content/source/read-row.ts';
import { noteNeeds } from '#content/source/tree-needs.ts';

/**
 * How to handle modules that cannot be shown: the page fails as a whole, or an error is shown in their place. One that has
 * nothing to show is left out, or says in its place what it waits for.
 */
export type BrokenModules = 'fail' | 'keep';

/** Module data that satisfies its schema, with the lists that were read for it. */
type ValidModule = {
  type: RegisteredType;
  definition: ModuleDefinition;
  data: unknown;
  lists: Record<string, ListResult>;
  problems: Issue[];
};

/** A stored module with its errors. */
type ParsedModule = { stored: StoredModule; valid: ValidModule | null; problems: Issue[]; children: ParsedModule[] };

/**
 * The modules of a page with everything that they show, and their errors. All of them first name their references
 * and lists, so that these are read at once; `also` has the references of the page itself.
 */
export async function readModules(
  stored: readonly StoredModule[],
  reading: Reading,
  brokenModules: BrokenModules,
  also: readonly ReferenceTarget[] = [],
): Promise<{ modules: DraftModule[]; issues: ContentIssue[] }> {
  const { source, context } = reading;
  const shown = await withShared(stored, source, context.locale, (tag) => context.trace.tag(tag));
  // Those that are left out as well: their code decides that.
  for (const modules of [stored, shown]) noteTypes(modules, context.trace);
  const targets: ReferenceTarget[] = [...also];
  const lists: ListQuery[] = [];
  const listing: Promise<void>[] = [];
  const parsed = shown.map((module) =>
    parseModule(module, (valid) => {
      collectReferences(valid.definition.schema, valid.data, targets);
      for (const [name, query] of Object.entries(valid.definition.lists?.(valid.data) ?? {})) {
        lists.push(query);
        const list = readList(query, reading).then(
          (answer) => void (valid.lists[name] = answer),
          (error: unknown) => void valid.problems.push(toProblem(error, brokenModules)),
        );
        listing.push(list);
      }
    }),
  );
  noteNeeds(stored, { records: targets, lists });
  await Promise.all([source.readRows(targets), ...listing]);
  const issues: ContentIssue[] = [];
  return { modules: parsed.flatMap((module) => place(module, reading, issues, brokenModules) ?? []), issues };
}

function noteTypes(modules: readonly StoredModule[], { moduleTypes }: Pick<Trace, 'moduleTypes'>): void {
  for (const { type, children } of modules) {
    moduleTypes.add(type);
    noteTypes(children, { moduleTypes });
  }
}

/** A module as the page shows it; null for one that is left out. */
function place(
  parsed: ParsedModule,
  reading: Reading,
  issues: ContentIssue[],
  brokenModules: BrokenModules,
): DraftModule | null {
  const { stored } = parsed;
  const children = emptyRecord<DraftModule[]>();
  for (const child of parsed.children) {
    const placed = place(child, reading, issues, brokenModules);
    if (placed) (children[child.stored.slot ?? ''] ??= []).push(placed);
  }
  const problems = [...parsed.problems];
  let data: unknown = null;
  if (parsed.valid && problems.length === 0) {
    try {
      const resolved = resolveReferences(parsed.valid.definition.schema, parsed.valid.data, (kind, id, isTitled) =>
        resolveRow(kind, id, reading.source.row(kind, id), reading.context, isTitled),
      );
      problems.push(...resolved.issues);
      data = resolved.data;
    } catch (error) {
      problems.push(toProblem(error, brokenModules));
    }
  }
  if (!parsed.valid || problems.length > 0) {
    for (const issue of problems) issues.push({ module: stored.id, type: stored.type, issue });
    return {
      id: stored.id,
      type: stored.type,
      problems: problems.map(({ path, message }) => ({ field: path.join('.'), reason: message })),
    };
  }
  const { type, lists } = parsed.valid;
  const placed = { id: stored.id, type, data, lists, children, fallback: stored.fallback ?? false };
  const lacking = waitsFor(type, data, lists);
  if (lacking === null) return placed;
  return brokenModules === 'keep' ? { ...placed, waitsFor: lacking } : null;
}

/** By the stored data, of which `TreeCache` gives the same objects again. Nothing changes what was parsed. */
const parsedData = new WeakMap<object, { type: RegisteredType; version: number; parsed: Result<unknown> }>();

function parseStored(type: RegisteredType, { v: version, data }: StoredModule): Result<unknown> {
  if (typeof data !== 'object' || data === null) return parseData(type, version, data);
  const known = parsedData.get(data);
  if (known?.type === type && known.version === version) return known.parsed;
  const parsed = parseData(type, version, data);
  parsedData.set(data, { type, version, parsed });
  return parsed;
}

function parseModule(stored: StoredModule, visit: (module: ValidModule) => void, depth = 1): ParsedModule {
  const { type } = stored;
  const problems: Issue[] = [];
  const children = stored.children.map((child) => parseModule(child, visit, depth + 1));
  if (depth > maxDepth) {
    problems.push({ path: ['parent'], message: nestingMessage });
    return { stored, valid: null, problems, children };
  }
  if (!isRegisteredType(type)) {
    problems.push({ path: ['type'], message: `The module type ${type} is not known to this code` });
    return { stored, valid: null, problems, children };
  }
  const data = parseStored(type, stored);
  if (!data.ok) {
    problems.push(...(data.failure.issues ?? [{ path: [], message: data.failure.message }]));
    return { stored, valid: null, problems, children };
  }
  const valid = { type, definition: getDefinition(type), data: data.value, lists: {}, problems };
  visit(valid);
  return { stored, valid, problems, children };
}

/** An invalid record that a module shows: an error of the module where broken ones are shown, else a failure of the page. */
function toProblem(error: unknown, brokenModules: BrokenModules): Issue {
  if (brokenModules === 'fail' || !(error instanceof InvalidRecord)) throw error;
  return { path: [], message: error.message };
}
