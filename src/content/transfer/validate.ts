import type { Issue } from '#domain/result.ts';
import type { ParsedRecord } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { parseRecord } from '#content/records/parse-record.ts';
import { missingId } from './read-seed.ts';

type RecordPlace = { label: string; path: Issue['path'] };

/**
 * Validates records one after the other, and their references at the end. It holds ids, not records, so
 * that a bundle may be larger than memory.
 */
export class Validation {
  readonly issues: Issue[] = [];
  readonly counts = new Map<KindName, number>();
  total = 0;
  readonly #ids = new Map<KindName, Map<number | string, string>>();
  readonly #uniques = new Map<string, string>();
  /** References to records that have not come yet. */
  readonly #open = new Map<KindName, Map<number | string, RecordPlace[]>>();
  readonly #above = new Map<string, { parent: string | null; site: unknown; label: string }>();

  /** Validates one record; returns it parsed if it can be written. */
  add(value: unknown, label: string): ParsedRecord | null {
    this.total += 1;
    const parsed = parseRecord(value);
    if (!parsed.ok) {
      this.#report(label, parsed.issues);
      return null;
    }
    const { record } = parsed;
    this.#report(label, record.issues);
    this.counts.set(record.kind, (this.counts.get(record.kind) ?? 0) + 1);
    const ids = getOrMake(this.#ids, record.kind, () => new Map<number | string, string>());
    const other = ids.get(record.id);
    if (other !== undefined) this.#report(label, [{ path: ['id'], message: `${other} has the same id` }]);
    else ids.set(record.id, label);
    this.#open.get(record.kind)?.delete(record.id);
    for (const unique of record.uniques) {
      const first = this.#uniques.get(unique);
      if (first !== undefined) this.#report(label, [{ path: [], message: `${first} has the same ${unique}` }]);
      else this.#uniques.set(unique, label);
    }
    for (const { kind, id, path } of record.references) {
      if (id === missingId || this.#ids.get(kind)?.has(id)) continue;
      const open = getOrMake(this.#open, kind, () => new Map<number | string, RecordPlace[]>());
      getOrMake(open, id, () => []).push({ label, path });
    }
    this.#remember(record, label);
    return record;
  }

  #report(label: string, issues: readonly Issue[]): void {
    for (const issue of issues) this.issues.push({ path: [label, ...issue.path], message: issue.message });
  }

  #remember(record: ParsedRecord, label: string): void {
    const row = record.rows[0]?.row;
    if (!row || !getKind(record.kind).isTree) return;
    const parent = row['parent_id'];
    this.#above.set(`${record.kind}:${record.id}`, {
      parent: typeof parent === 'number' ? `${record.kind}:${parent}` : null,
      site: row['site_id'],
      label,
    });
  }

  /** References to records outside of the bundle, by kind, to look up in the database. */
  openReferences(): Partial<Record<KindName, (number | string)[]>> {
    return Object.fromEntries(
      [...this.#open].filter(([, ids]) => ids.size > 0).map(([kind, ids]) => [kind, [...ids.keys()]]),
    );
  }

  /** Reports every place that names one of these. */
  reportMissing(missing: Partial<Record<KindName, readonly (number | string)[]>>): void {
    for (const [kind, ids] of this.#open) {
      const gone = new Set(missing[kind]);
      for (const [id, places] of ids) {
        if (!gone.has(id)) continue;
        for (const { label, path } of places) {
          this.#report(label, [{ path, message: `There is no ${kind.replaceAll('_', ' ')} ${id}` }]);
        }
      }
    }
  }

  /** Trees that are none, and parents on other sites. */
  reportTrees(): void {
    for (const [name, { parent, site, label }] of this.#above) {
      const above = parent === null ? undefined : this.#above.get(parent);
      if (above && above.site !== site) {
        this.#report(label, [{ path: ['parent'], message: 'The parent is a page of another site' }]);
      }
      const seen = new Set([name]);
      for (let current = parent; current !== null; current = this.#above.get(current)?.parent ?? null) {
        if (current === name && parent !== name) {
          this.#report(label, [{ path: ['parent'], message: 'It is below itself' }]);
        }
        if (seen.has(current)) break;
        seen.add(current);
      }
    }
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
