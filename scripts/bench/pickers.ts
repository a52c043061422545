import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Visitor } from '../../tests/fixtures/fork-served.ts';
import { readDatabaseCpu } from './database-cpu.ts';
import { percentile, measureAction, withEditor } from './editor-server.ts';
import { generateRecords, manyRecords } from './many-records.ts';

type PickerFigures = {
  picker: string;
  median: number;
  p95: number;
  /** What took longest, and its median. */
  slowest: { question: string; median: number };
  samples: number;
  /** Processor time of an answer in milliseconds, which is its duration on an otherwise idle machine. */
  processor: { database: number; server: number; worst: { question: string; milliseconds: number } };
};

/** The limit for a picker's answer, in milliseconds. */
export const pickerLimit = 80;

const pickers = [
  'fetchImages',
  'fetchProducts',
  'fetchPages',
  'fetchLinks',
  'fetchDocuments',
  'fetchFiles',
  'fetchVectors',
  'fetchVideos',
  'fetchWebinars',
  'fetchSeries',
  'fetchCategories',
  'fetchCVs',
  'fetchLocations',
  'fetchEmployeeStories',
  'fetchStoryGroups',
  'fetchStoryCategories',
  'fetchForms',
] as const;

/** What editors ask for: one round of each picker. */
const questions: Readonly<Record<string, object>> = {
  'first page': {},
  'page 900': { page: 900 },
  'what most hold': { search: 'sensor' },
  'what one holds': { search: '4711' },
  'what none holds': { search: 'no such record' },
  'two letters': { search: 'or' },
  'one letter': { search: 'e' },
  'a Japanese word': { search: '湿度' },
  'by id': { ids: [42] },
};

/** Measures each picker from the browser's side: a signed-in request to the action, with everything that it goes through. */
export async function measurePickers(samples: number, say: (line: string) => void): Promise<PickerFigures[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-bench-pickers-'));
  try {
    say(`Making ${manyRecords.toLocaleString('en')} images, products and the rest …`);
    const dataDirectory = await generateRecords(folder);
    return await withEditor({ DATA_DIR: dataDirectory, OUT_DIR: path.join(folder, 'sites') }, say, async (editor) => {
      const figures: PickerFigures[] = [];
      for (const picker of pickers) figures.push(await measureOne(editor, dataDirectory, picker, samples));
      return figures;
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measureOne(
  editor: Visitor,
  dataDirectory: string,
  picker: string,
  samples: number,
): Promise<PickerFigures> {
  const asked = (input: object) => measureAction(editor, picker, input);
  const rounds: { question: string; times: number[]; database: number; server: number }[] = [];
  // The first round warms the process up.
  for (const input of Object.values(questions)) await asked(input);
  for (const [question, input] of Object.entries(questions)) {
    const times: number[] = [];
    const databaseBefore = await readDatabaseCpu(dataDirectory);
    const serverBefore = process.cpuUsage();
    for (let sample = 0; sample < samples; sample += 1) times.push(await asked(input));
    const used = process.cpuUsage(serverBefore);
    const database = ((await readDatabaseCpu(dataDirectory)) - databaseBefore) * 1000;
    rounds.push({ question, times, database: database / samples, server: (used.user + used.system) / 1000 / samples });
  }
  const all = rounds.flatMap(({ times }) => times);
  const slowest = rounds
    .map(({ question, times }) => ({ question, median: percentile(times, 0.5) }))
    .reduce((a, b) => (b.median > a.median ? b : a));
  const worst = rounds.reduce((a, b) => (b.database + b.server > a.database + a.server ? b : a));
  const mean = (part: 'database' | 'server') => rounds.reduce((sum, round) => sum + round[part], 0) / rounds.length;
  return {
    picker,
    median: percentile(all, 0.5),
    p95: percentile(all, 0.95),
    slowest,
    samples: all.length,
    processor: {
      database: mean('database'),
      server: mean('server'),
      worst: { question: worst.question, milliseconds: worst.database + worst.server },
    },
  };
}

export function pickersTable(figures: readonly PickerFigures[]): string {
  const widths = [22, 8, 8, 28, 10, 8] as const;
  const rows = [
    ['Picker, ms', 'median', 'p95', 'slowest (its median)', 'database', 'server', 'most of the processor'],
    ...figures.map(({ picker, median, p95, slowest, processor }) => [
      picker,
      median.toFixed(1),
      p95.toFixed(1),
      `${slowest.question} (${slowest.median.toFixed(1)})`,
      processor.database.toFixed(1),
      processor.server.toFixed(1),
      `${processor.worst.question} (${processor.worst.milliseconds.toFixed(1)})`,
    ]),
  ];
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0]) : `  ${cell.padStart((widths[column] ?? 2) - 2)}`,
        )
        .join(''),
    )
    .join('\n');
}
