import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import { titlePath } from '#content/records/list-records.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import type { SheetColumn } from '#schema/sheet-columns.ts';
import type { Json } from '#schema/record-fields.ts';

/** The ids of the records that a value of a column names. */
export function idsIn({ meta }: Pick<SheetColumn, 'meta'>, value: Json | undefined): number[] {
  if (meta.widget === 'reference') return typeof value === 'number' ? [value] : [];
  if (meta.widget !== 'references' || !Array.isArray(value)) return [];
  return value.filter((id) => typeof id === 'number');
}

/** As many as the database answers at once. */
const batchSize = 1000;

/** How cells name records: with the slug, or else with the title and the id. Each is read once. */
export class CellNames {
  readonly #client: Client;
  readonly #words = new Map<string, string>();

  constructor(client: Client) {
    this.#client = client;
  }

  async load(kind: KindName, ids: Iterable<number>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#words.has(`${kind}:${id}`));
    const definition = getKind(kind);
    const hasSlug = 'slug' in definition.schema.shape;
    const path = hasSlug ? ['slug'] : titlePath(definition);
    for (let start = 0; start < missing.length; start += batchSize) {
      const part = missing.slice(start, start + batchSize);
      const found = await callFunction(this.#client, 'record_titles', z.array(z.string().nullable()), {
        p_records: part.map((id) => ({ kind, id: String(id), path })),
      });
      part.forEach((id, index) => {
        const word = found[index] ?? '';
        this.#words.set(`${kind}:${id}`, hasSlug && word !== '' ? word : `${word} #${id}`.trim());
      });
    }
  }

  getWord(kind: KindName, id: number): string {
    return this.#words.get(`${kind}:${id}`) ?? `#${id}`;
  }
}
