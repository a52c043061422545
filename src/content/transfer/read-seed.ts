import { type Locale, defaultLocale, isLocale, locales } from '#domain/locales.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import type { Issue } from '#domain/result.ts';
import { type RouteKey, routeKeys, routePattern } from '#domain/addresses/routes.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { type KindName, rowKinds } from '#kinds/registry.ts';
import { getKind } from '#kinds/kinds.ts';
import { UnsupportedMarkdown, markdownToRichText } from './markdown.ts';
import { type Path, convert } from '#schema/walk.ts';
import { type Raw, getRecordLabel, readSeedFiles, trimmed } from './seed-files.ts';

/** A record as in a bundle, and its name in the seed. */
type SeedRecord = { record: Record<string, unknown>; label: string };
type Seed = { records: SeedRecord[]; issues: Issue[] };

/**
 * Reads a directory of YAML files into records of a bundle: names become ids, Markdown becomes rich text, short forms of
 * links become link records, and slugs become paths. Everything that cannot be read is an issue at its file and key.
 */
export async function readSeed(directory: string): Promise<Seed> {
  const { raws, issues } = await readSeedFiles(directory);
  return new SeedReader(raws, issues).read();
}

class SeedReader {
  readonly #raws: readonly Raw[];
  readonly #issues: Issue[];
  readonly #byName = new Map<string, Raw>();
  readonly #links = new Map<string, { id: number; record: Record<string, unknown> }>();
  #moduleId = 0;

  constructor(raws: readonly Raw[], issues: Issue[]) {
    this.#raws = raws;
    this.#issues = issues;
    const counts = new Map<KindName, number>();
    for (const raw of raws) {
      const name = `${raw.kind}:${raw.key}`;
      const other = this.#byName.get(name);
      if (other) {
        issues.push({ path: [getRecordLabel(raw), 'key'], message: `The key is taken by a record in ${other.file}` });
        continue;
      }
      this.#byName.set(name, raw);
      if (raw.kind !== 'site') {
        const count = (counts.get(raw.kind) ?? 0) + 1;
        counts.set(raw.kind, count);
        raw.id = count;
      }
    }
  }

  read(): Seed {
    const records = this.#raws
      .filter((raw) => this.#byName.get(`${raw.kind}:${raw.key}`) === raw)
      .map((raw) => ({ record: this.#convert(raw), label: getRecordLabel(raw) }));
    for (const [target, link] of this.#links) {
      records.push({ record: { kind: 'link', id: link.id, ...link.record }, label: `link ${target}` });
    }
    return { records, issues: this.#issues };
  }

  #issue(raw: Raw, at: Path, message: string): void {
    this.#issues.push({ path: [getRecordLabel(raw), ...at], message });
  }

  #convert(raw: Raw): Record<string, unknown> {
    let fields = trimmed(raw.fields);
    if (raw.kind === 'page') fields = this.#convertPage(raw, fields);
    if (raw.kind === 'shared_module') fields = this.#convertShared(raw, fields);
    if (raw.kind === 'product') fields = this.#convertProduct(raw, fields);
    const record = { kind: raw.kind, id: raw.id, ...fields };
    const converted = convert(getKind(raw.kind).schema, record, (note, value, at) =>
      note.holds === 'rich-text'
        ? this.#richText(raw, value, at)
        : at.at(-1) === 'link' && note.kind === 'link'
          ? this.#link(raw, value, at)
          : this.#reference(raw, note.kind, value, at),
    );
    return isRecord(converted) ? converted : record;
  }

  #richText(raw: Raw, value: unknown, at: Path): unknown {
    if (typeof value !== 'string') return value;
    try {
      return markdownToRichText(value);
    } catch (error) {
      if (!(error instanceof UnsupportedMarkdown)) throw error;
      this.#issue(raw, at, error.message);
      return markdownToRichText('-');
    }
  }

  /** The id of a name such as `image:hero-home`; a site is named by its id. */
  #reference(raw: Raw, kind: KindName, value: unknown, at: Path): unknown {
    if (typeof value !== 'string') return value;
    if (kind === 'site') return value;
    const found = this.#byName.get(value);
    if (!value.startsWith(`${kind}:`)) {
      this.#issue(raw, at, `A name that starts with "${kind}:" is expected here, not ${JSON.stringify(value)}`);
    } else if (!found) {
      this.#issue(raw, at, `There is no ${kind} with the key ${JSON.stringify(value.slice(kind.length + 1))}`);
    }
    // An unknown name was reported here: it must not be reported a second time as a value of the wrong type.
    return found?.kind === kind ? found.id : missingId;
  }

  /** The link record for a short form: `page:catalog#facets`, `https://…`, `#anchor`, `document:key`. Equal ones are one record. */
  #link(raw: Raw, value: unknown, at: Path): unknown {
    if (typeof value !== 'string') return value;
    const known = this.#links.get(value);
    if (known) return known.id;
    const record = this.#linkRecord(raw, value, at);
    if (!record) return missingId;
    const id = this.#links.size + 1;
    this.#links.set(value, { id, record });
    return id;
  }

  #linkRecord(raw: Raw, value: string, at: Path): Record<string, unknown> | null {
    if (value.startsWith('#')) return { text: value.slice(1), link_type: 'anchor', anchor_id: value };
    if (/^https?:/.test(value))
      return { text: value.replace(/^https?:\/\/(www\.)?|\/$/g, ''), link_type: 'external', url: value };
    if (/^(mailto|tel):/.test(value))
      return { text: value.replace(/^(mailto|tel):/, ''), link_type: 'external', url: value };
    if (value.startsWith('/')) return { text: value, link_type: 'internal', url: value };
    const [name, anchor] = value.split('#', 2);
    const found = this.#byName.get(name ?? '');
    if (!found) {
      this.#issue(raw, at, `${JSON.stringify(value)} leads nowhere: there is no such record`);
      return null;
    }
    const text = getTitle(found);
    const anchored = anchor ? { anchor_id: `#${anchor}` } : {};
    if (found.kind === 'page') return { text, link_type: 'internal', page: found.id, ...anchored };
    if (found.kind === 'document') return { text, link_type: 'download', document: found.id };
    const rowKind = rowKinds.find((kind) => kind === found.kind);
    if (rowKind) return { text, link_type: 'internal', row_kind: rowKind, row_id: found.id, ...anchored };
    this.#issue(raw, at, `A ${found.kind} has no page to link to`);
    return null;
  }

  // Pages ---------------------------------------------------------------------------------------------------------------

  #convertPage(raw: Raw, fields: Record<string, unknown>): Record<string, unknown> {
    const { locales: described, modules, ...rest } = fields;
    if (!isRecord(described)) return fields;
    const converted: Record<string, unknown> = {};
    for (const [locale, value] of Object.entries(described)) {
      if (!isRecord(value)) {
        converted[locale] = value;
        continue;
      }
      const { slug: _, ...texts } = value;
      converted[locale] = isLocale(locale)
        ? { path: this.#pathOf(raw, locale, ['locales', locale], new Set()), ...texts }
        : value;
    }
    return {
      ...rest,
      locales: converted,
      ...(Array.isArray(modules) ? { modules: this.#convertModules(raw, modules) } : { modules }),
    };
  }

  /** A page at a route has the route's path; any other its parent's and its own slug. */
  #pathOf(raw: Raw, locale: Locale, at: Path, above: ReadonlySet<Raw>): string {
    if (above.has(raw)) {
      this.#issue(raw, ['parent'], 'A page is not below itself');
      return '/';
    }
    const { route, parent, locales: described } = raw.fields;
    const known = routeKeys.find((key): key is RouteKey => key === route);
    if (known) {
      const pattern = routePattern(known, locale);
      if (!pattern.includes('[')) return pattern;
      this.#issue(raw, ['route'], `The route ${known} is of many pages`);
      return '/';
    }
    const own = isRecord(described) ? (described[locale] ?? described[defaultLocale]) : undefined;
    const slug = isRecord(own) ? own['slug'] : undefined;
    if (typeof slug !== 'string') {
      this.#issue(raw, [...at, 'slug'], 'This field is required');
      return '/';
    }
    const parentRaw = typeof parent === 'string' ? this.#byName.get(parent) : undefined;
    // An unknown parent is reported where the field is converted.
    const base = parentRaw?.kind === 'page' ? this.#pathOf(parentRaw, locale, at, new Set([...above, raw])) : '/';
    if (slug === '') return base;
    return `${base === '/' ? '' : base}/${slug.normalize('NFC')}`;
  }

  #convertModules(raw: Raw, modules: readonly unknown[]): unknown[] {
    const ids = new Map<string, number>();
    modules.forEach((module, index) => {
      const key = isRecord(module) ? module['key'] : undefined;
      this.#moduleId += 1;
      if (typeof key !== 'string') return this.#issue(raw, ['modules', index, 'key'], 'This field is required');
      if (ids.has(key)) return this.#issue(raw, ['modules', index, 'key'], `The key ${key} is there twice`);
      ids.set(key, this.#moduleId);
    });
    return modules.map((module: unknown, index) => {
      if (!isRecord(module)) return module;
      const { key, parent, data, ...rest } = module;
      const at = ['modules', index];
      const own = typeof key === 'string' ? ids.get(key) : undefined;
      const parentId = typeof parent === 'string' ? ids.get(parent.replace(/^module:/, '')) : undefined;
      if (typeof parent === 'string' && parentId === undefined) {
        this.#issue(raw, [...at, 'parent'], `There is no module with the key ${JSON.stringify(parent)} on this page`);
      }
      return {
        id: own ?? missingId,
        ...rest,
        ...(parentId === undefined ? {} : { parent: parentId }),
        data: this.#convertData(raw, rest['type'], data, [...at, 'data']),
      };
    });
  }

  #convertData(raw: Raw, type: unknown, data: unknown, at: Path): unknown {
    if (!isRecord(data) || typeof type !== 'string' || !isRegisteredType(type)) return data;
    const definition = getDefinition(type);
    return Object.fromEntries(
      Object.entries(data).map(([locale, value]) => {
        const here = [...at, locale];
        if (!locales.some((known) => known === locale)) return [locale, value];
        const converted = convert(
          definition.schema,
          value,
          (note, held, inside) =>
            note.holds === 'rich-text'
              ? this.#richText(raw, held, [...here, ...inside])
              : note.kind === 'link'
                ? this.#link(raw, held, [...here, ...inside])
                : this.#reference(raw, note.kind, held, [...here, ...inside]),
          [],
        );
        const parsed = parseData(type, definition.version, converted);
        if (!parsed.ok) return [locale, converted];
        for (const unknown of unknownKeys(converted, parsed.value, [])) {
          this.#issue(raw, [...here, ...unknown], `${type} has no such field`);
        }
        return [locale, parsed.value];
      }),
    );
  }

  #convertShared(raw: Raw, fields: Record<string, unknown>): Record<string, unknown> {
    const { type, localized } = fields;
    if (!isRecord(localized)) return fields;
    const texts = Object.entries(localized).map(([locale, own]) => {
      if (!isRecord(own)) return [locale, own];
      const converted = this.#convertData(raw, type, { [locale]: own['data'] }, ['localized']);
      return [locale, { ...own, data: isRecord(converted) ? ownValue(converted, locale) : own['data'] }];
    });
    return { ...fields, localized: Object.fromEntries(texts) };
  }

  // Products ------------------------------------------------------------------------------------------------------------

  #convertProduct(raw: Raw, fields: Record<string, unknown>): Record<string, unknown> {
    const { properties, images, ...rest } = fields;
    return {
      ...rest,
      ...(Array.isArray(images)
        ? { images: images.map((image: unknown) => (typeof image === 'string' ? { image } : image)) }
        : images === undefined
          ? {}
          : { images }),
      ...(isRecord(properties)
        ? {
            properties: Object.entries(properties).flatMap(([key, value]) => {
              if (value === null) return [];
              if (!this.#byName.has(`property:${key}`)) {
                this.#issue(raw, ['properties', key], `There is no property with the key ${JSON.stringify(key)}`);
                return [];
              }
              return [{ property: `property:${key}`, ...propertyValue(value) }];
            }),
          }
        : properties === undefined
          ? {}
          : { properties }),
    };
  }
}

/** Stands where an id is missing that was reported already; no record has it. */
export const missingId = Number.MAX_SAFE_INTEGER;

/** The title of a link to a record when the seed has none. */
function getTitle({ key, fields }: Raw): string {
  const texts = fields['locales'] ?? fields['localized'];
  const own = isRecord(texts) ? texts[defaultLocale] : undefined;
  const local = isRecord(own) ? (own['nav_title'] ?? own['title']) : undefined;
  const title = fields['display_name'] ?? local;
  return typeof title === 'string' && title.trim() !== '' ? title : key;
}

function propertyValue(value: unknown): Record<string, unknown> {
  if (typeof value === 'number') return { number: value };
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value)) return { number: value[0], max: value[1] };
  if (!isRecord(value)) return { text: value };
  return {
    localized: Object.fromEntries(
      Object.entries(value).map(([locale, text]) => [locale, typeof text === 'string' ? { text } : text]),
    ),
  };
}

/** Fields that a schema has left out because it does not know them. */
function unknownKeys(input: unknown, known: unknown, at: Path): Path[] {
  if (Array.isArray(input) && Array.isArray(known)) {
    return input.flatMap((item: unknown, index) => unknownKeys(item, known[index], [...at, index]));
  }
  if (!isRecord(input) || !isRecord(known)) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    Object.hasOwn(known, key) ? unknownKeys(value, ownValue(known, key), [...at, key]) : [[...at, key]],
  );
}
