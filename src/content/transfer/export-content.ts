import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { MediaStorage } from '#content/media/store.ts';
import type { Kind } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { kindNames } from '#kinds/registry.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import { assembleRecord } from '#content/records/assemble-record.ts';
import { readChildren } from './read-children.ts';
import { format, formatIssue, formatVersion, nameRecord } from '#content/records/parse-record.ts';
import { Validation } from './validate.ts';

type ExportSummary = { records: number; bytes: number; warnings: string[] };
type Row = JsonObject;

/**
 * Writes all content as one bundle: a record a line, kinds in a fixed order, ids ascending. Two exports of the same content
 * are the same bytes. The file appears when it is complete.
 */
export async function exportContent(
  client: Client,
  file: string,
  onProgress?: (done: number, total: number) => void,
): Promise<ExportSummary> {
  const draft = `${file}.part`;
  const output = createWriteStream(draft);
  const exporter = new Exporter(client);
  let records = 0;
  let bytes = 0;
  const write = async (text: string) => {
    bytes += Buffer.byteLength(text);
    if (!output.write(text)) await once(output, 'drain');
  };
  try {
    await once(output, 'open');
    const total = await exporter.count();
    await write(`{"format":"${format}","version":${formatVersion},"records":[`);
    for await (const record of exporter.records()) {
      await write(`${records === 0 ? '\n' : ',\n'}${JSON.stringify(record)}`);
      records += 1;
      // What is added meanwhile is exported as well.
      onProgress?.(records, Math.max(records, total));
    }
    await write('\n]}\n');
    output.end();
    await once(output, 'finish');
    await rename(draft, file);
  } catch (error) {
    output.destroy();
    await rm(draft, { force: true });
    throw error;
  }
  return { records, bytes, warnings: exporter.warnings };
}

class Exporter {
  readonly warnings: string[] = [];
  readonly #client: Client;
  readonly #media: MediaStorage;

  constructor(client: Client) {
    this.#client = client;
    // Nothing is encoded here, so the cache is not used.
    this.#media = new MediaStorage(client, '');
  }

  count(): Promise<number> {
    return callFunction(this.#client, 'export_count', z.int());
  }

  /** All records; errors that an import of them would report become warnings, while they can still be fixed. */
  async *records(): AsyncGenerator<JsonObject, void, undefined> {
    const validation = new Validation();
    for (const name of kindNames) {
      const kind = getKind(name);
      for await (const rows of this.#pages(kind)) {
        const children = await readChildren(this.#client, kind, rows);
        for (const row of rows) {
          const record = { ...assembleRecord(kind, row, children), ...(await this.#content(kind, row)) };
          validation.add(record, nameRecord(record));
          yield record;
        }
      }
    }
    validation.reportTrees();
    validation.reportMissing(validation.openReferences());
    this.warnings.push(...validation.issues.map(formatIssue));
  }

  async *#pages(kind: Kind): AsyncGenerator<Row[], void, undefined> {
    const limit = kind.exportBatchSize;
    let after: string | null = null;
    for (;;) {
      const answer: Row[] = await expectData(
        `export_rows of ${kind.table}`,
        this.#client.rpc('export_rows', {
          p_table: kind.table,
          p_limit: limit,
          ...(after === null ? {} : { p_after: after }),
        }),
        rowList,
      );
      if (answer.length > 0) yield answer;
      if (answer.length < limit) return;
      after = getId(answer.at(-1));
    }
  }

  /** The file of a media record. */
  async #content(kind: Kind, row: Row): Promise<JsonObject> {
    const { storage_path: path } = row;
    if (kind.media === null || typeof path !== 'string') return {};
    const bytes = await this.#media.load(path);
    if (bytes) return { content: bytes.toString('base64') };
    this.warnings.push(`${kind.kind} ${getId(row)}: Storage does not have its file ${path}`);
    return {};
  }
}

const rowList = z.array(jsonObject());

function getId(row: Row | undefined): string {
  return z.coerce.string().parse(row?.['id']);
}
