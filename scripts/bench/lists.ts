import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'devalue';
import { z } from 'zod';
import { columnFields, filterFields } from '#admin/records/list-view.ts';
import { recordFields } from '#admin/records/record-values.ts';
import { folderFilter, inNoFolder, isMediaKind, tagFilter } from '#domain/media/media-library.ts';
import { locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { listStates, untranslatedFilter } from '#view-model/records.ts';
import type { Visitor } from '../../tests/fixtures/fork-served.ts';
import { readDatabaseCpu } from './database-cpu.ts';
import { percentile, measureAction, withEditor } from './editor-server.ts';
import { generateRecords, manyRecords } from './many-records.ts';

type ListFigures = {
  list: string;
  questions: number;
  median: number;
  p95: number;
  slowest: { question: string; p95: number };
  /** Processor time of an answer in milliseconds, database and server, which is its duration on an otherwise idle machine. */
  processor: { p95: number; worst: { question: string; milliseconds: number } };
  limit: number;
};

/** The limits for an answer of a list, and for all that a form opens with, in milliseconds. */
const listLimit = 80;
const formLimit = 150;

const kinds: readonly KindName[] = [
  'product',
  'image',
  'document',
  'link',
  'tag',
  'article',
  'redirect',
  'inventory_item',
  'stock_quote',
];
const forms: readonly KindName[] = ['product', 'image', 'tag', 'article', 'inventory_item'];

const answer = z.object({ next: z.string().nullable() });

type Question = { name: string; input: Record<string, unknown> };

/** Large and small folders, and tags, by themselves and together. */
const mediaFilters = [
  { name: 'a folder of half', filters: [{ by: folderFilter, is: '10' }] },
  { name: 'a small folder', filters: [{ by: folderFilter, is: '21' }] },
  { name: 'in no folder', filters: [{ by: folderFilter, is: inNoFolder }] },
  { name: 'a tag of half', filters: [{ by: tagFilter, is: '1' }] },
  { name: 'a rare tag', filters: [{ by: tagFilter, is: '42' }] },
  {
    name: 'a folder with two tags',
    filters: [
      { by: folderFilter, is: '10' },
      { by: tagFilter, is: '1' },
      { by: tagFilter, is: '42' },
    ],
  },
].map(({ name, filters }) => ({ name, input: { filters } }));

/** Every order and filter that a list offers, each order with each filter, searches, and places far down. */
function listQuestions(kind: KindName): Question[] {
  const fields = recordFields(getKind(kind));
  const sorts = ['title', ...columnFields(fields).map(({ name }) => name), 'updated_at'].flatMap((by) =>
    [false, true].map((down) => ({ name: `by ${by}${down ? ', downwards' : ''}`, input: { sort: { by, down } } })),
  );
  const filters = [
    ...listStates.map((state) => ({ name: state, input: { state } })),
    ...['any', ...locales].map((is) => ({
      name: `no text: ${is}`,
      input: { filters: [{ by: untranslatedFilter, is }] },
    })),
    ...(isMediaKind(kind) ? mediaFilters : []),
    ...filterFields(fields).flatMap((field) =>
      (field.widget === 'select' ? field.options.map(({ value }) => value) : siteIds).map((is) => ({
        name: `${field.label}: ${is}`,
        input: { filters: [{ by: field.name, is }] },
      })),
    ),
  ];
  const searches = ['sensor', '4711', 'no such record', 'or', 'e', '湿度'].map((search) => ({
    name: `“${search}”`,
    input: { search },
  }));
  const columns = columnFields(fields).map(({ name }) => name);
  const both = [...filters, ...searches].flatMap((filter) =>
    sorts.map((sort) => ({ name: `${filter.name} ${sort.name}`, input: { ...filter.input, ...sort.input } })),
  );
  return [{ name: 'as it opens', input: {} }, ...sorts, ...filters, ...searches, ...both].map(({ name, input }) => ({
    name,
    input: { kind, columns, ...input },
  }));
}

/** Measures lists, forms and the inbox of a form as a browser asks for them. */
export async function measureLists(samples: number, say: (line: string) => void): Promise<ListFigures[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-bench-lists-'));
  try {
    say(`Making ${manyRecords.toLocaleString('en')} records of each of ${kinds.length} kinds …`);
    const dataDirectory = await generateRecords(folder);
    return await withEditor({ DATA_DIR: dataDirectory, OUT_DIR: path.join(folder, 'sites') }, say, (editor) =>
      askAll(editor, dataDirectory, samples, say),
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function askAll(
  editor: Visitor,
  dataDirectory: string,
  samples: number,
  say: (line: string) => void,
): Promise<ListFigures[]> {
  const figures: ListFigures[] = [];
  const add = async (list: string, action: string, questions: readonly Question[], limit: number) => {
    const asked = await measureQuestions({ editor, dataDirectory, action, samples }, questions);
    const found = { list, limit, ...asked };
    figures.push(found);
    say(listsTable([found]));
  };
  for (const kind of kinds) {
    const questions = listQuestions(kind);
    await add(kind, 'listRecords', [...questions, ...(await furtherDown(editor, questions))], listLimit);
  }
  for (const kind of forms) {
    const ids = Array.from({ length: 40 }, (_, index) => 1 + Math.floor((index * manyRecords) / 40));
    const questions = ids.map((id) => ({ name: `record ${id}`, input: { kind, id } }));
    await add(`form of ${kind}`, 'openRecord', questions, formLimit);
  }
  const inbox = [{}, { search: 'person4711' }, { search: 'e' }, { isRead: false }, { page: 4000 }];
  const questions = inbox.map((input) => ({ name: JSON.stringify(input), input: { formId: 1, ...input } }));
  await add('inbox of a form', 'fetchSubmissions', questions, listLimit);
  return figures;
}

/** The tenth page of each order. */
async function furtherDown(editor: Visitor, questions: readonly Question[]): Promise<Question[]> {
  const orders = questions.filter(({ name }) => name.startsWith('by '));
  const found: Question[] = [];
  for (const { name, input } of orders) {
    let after: string | null = null;
    for (let page = 0; page < 10; page += 1) {
      const next: Record<string, unknown> = { ...input, limit: 200, ...(after === null ? {} : { after }) };
      const response = await editor.call('listRecords', next);
      const { next: place } = answer.parse(parse(await response.text()));
      if (place === null) break;
      after = place;
    }
    found.push({ name: `${name}, far down`, input: { ...input, after } });
  }
  return found;
}

async function measureQuestions(
  {
    editor,
    dataDirectory,
    action,
    samples,
  }: { editor: Visitor; dataDirectory: string; action: string; samples: number },
  questions: readonly Question[],
): Promise<Omit<ListFigures, 'list' | 'limit'>> {
  const rounds: { question: string; times: number[]; milliseconds: number }[] = [];
  for (const { name, input } of questions) {
    // The first one warms the process up.
    await measureAction(editor, action, input);
    const times: number[] = [];
    const databaseBefore = await readDatabaseCpu(dataDirectory);
    const serverBefore = process.cpuUsage();
    for (let sample = 0; sample < samples; sample += 1) times.push(await measureAction(editor, action, input));
    const server = process.cpuUsage(serverBefore);
    const database = (await readDatabaseCpu(dataDirectory)) - databaseBefore;
    rounds.push({
      question: name,
      times,
      milliseconds: (database * 1000 + (server.user + server.system) / 1000) / samples,
    });
  }
  const all = rounds.flatMap(({ times }) => times);
  const slowest = rounds
    .map(({ question, times }) => ({ question, p95: percentile(times, 0.95) }))
    .reduce((a, b) => (b.p95 > a.p95 ? b : a));
  const worst = rounds.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a));
  const p95 = percentile(
    rounds.map(({ milliseconds }) => milliseconds),
    0.95,
  );
  return {
    questions: questions.length,
    median: percentile(all, 0.5),
    p95: percentile(all, 0.95),
    slowest,
    processor: { p95, worst: { question: worst.question, milliseconds: worst.milliseconds } },
  };
}

export function areListsFast(figures: readonly ListFigures[]): boolean {
  return figures.every(({ p95, limit }) => p95 <= limit);
}

export function listsTable(figures: readonly ListFigures[]): string {
  return figures
    .map(
      ({ list, questions, median, p95, slowest, processor, limit }) =>
        `${list.padEnd(24)} ${String(questions).padStart(4)} questions, median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (limit ${limit}), slowest ${slowest.question}: ${slowest.p95.toFixed(0)} ms; processor p95 ${processor.p95.toFixed(0)} ms, most ${processor.worst.question}: ${processor.worst.milliseconds.toFixed(0)} ms`,
    )
    .join('\n');
}
