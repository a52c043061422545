import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#embedded/start-embedded.ts';
import { readConfig } from '#server/config.ts';
import { Visitor } from '../../tests/fixtures/fork-served.ts';
import { addUser } from '../add-user.ts';
import { codeBundleEntry, ensureCodeBundle } from '../code-bundle.ts';
import { type Connection, connect } from '../connect.ts';
import { expectOk } from '../run.ts';
import { readDatabaseCpu } from './database-cpu.ts';
import { freePort } from './measure.ts';

export type PickerFigures = {
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

const user = { email: 'bench@ostrevo.example', password: 'measure-everything-2026', role: 'editor', name: '' } as const;

/** Records of every kind. Triggers are left out: nothing is published here. */
const records = `
  insert into sites (id, locales, localized)
    select s, '{en,de,jp,cn}', '{"en": {"title": "T", "description": "D"}}' from unnest('{main,developer,automotive}'::text[]) s;
  insert into images (id, filename, display, hash, content_type, width, height, bytes, widths, storage_path, localized, created_at)
    select i, format('picture-%s-%s.webp', i, md5(i::text)), format('Sensor picture %s on a board', i), md5(i::text), 'image/webp',
      1600, 900, 1000, '{320,640,960,1280}', 'originals/' || md5(i::text) || '.webp',
      jsonb_build_object('en', jsonb_build_object('alt', format('A humidity sensor, number %s', i)),
        'jp', jsonb_build_object('alt', format('湿度センサ %s', i))), '2026-01-01'::timestamptz + make_interval(mins => i)
    from generate_series(1, 50000) i;
  insert into categories (id, slug, localized)
    select i, 'category-' || i, jsonb_build_object('en', jsonb_build_object('title', 'Sensors ' || i)) from generate_series(1, 50) i;
  insert into series (id, name, slug, display_name, status, image_id, category_id, localized)
    select i, 'S' || i, 's' || i, 'Sensor series ' || i, 'active', i, 1 + i % 50, '{"en": {"summary": "S"}}' from generate_series(1, 500) i;
  insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, position, sites, localized)
    select i, format('SEN%s-%s', i, substr(md5(i::text), 1, 4)), format('Sensor %s %s', i, substr(md5(i::text), 1, 6)), 'sensor-' || i,
      '1-' || (100000 + i), 'active', 1 + i % 500, 1 + i % 50, i, '{main}',
      '{"en": {"tagline": "T", "description": {"type": "doc", "content": []}}}' from generate_series(1, 20000) i;
  insert into product_images (product_id, position, image_id) select i, 0, i from generate_series(1, 20000) i;
  insert into pages (id, site_id) select i, (array['main', 'developer', 'automotive'])[1 + i % 3] from generate_series(1, 5000) i;
  insert into page_locales (page_id, locale, site_id, path, title)
    select i, l::locale, (array['main', 'developer', 'automotive'])[1 + i % 3], format('/section-%s/page-%s', i % 50, i),
      format('Sensor page %s %s', i, l) from generate_series(1, 5000) i, unnest('{en,de}'::text[]) l;
  insert into links (id, text, link_type, page_id)
    select i, format('Sensor link %s', i), 'internal', 1 + i % 5000 from generate_series(1, 10000) i;
  insert into documents (id, name, content_date, document_type, language, filename, hash, content_type, size, storage_path, localized)
    select i, format('Sensor datasheet %s', i), '2026-01-01'::date + i % 900, 'datasheet', 'en', i || '.pdf', md5(i::text),
      'application/pdf', 1000, 'documents/' || i, jsonb_build_object('en', jsonb_build_object('title', 'Datasheet ' || i))
    from generate_series(1, 10000) i;
  insert into files (id, filename, hash, content_type, size, storage_path)
    select i, format('sensor-%s.zip', i), md5(i::text), 'application/zip', 1000, 'documents/' || i from generate_series(1, 5000) i;
  insert into vectors (id, filename, hash, bytes, storage_path)
    select i, format('sensor-%s.svg', i), md5(i::text), 1000, 'vectors/' || i from generate_series(1, 2000) i;
  insert into videos (id, filename, video_url, image_id, localized)
    select i, format('sensor-%s.mp4', i), 'https://www.youtube.com/watch?v=abcdefghijk', i, jsonb_build_object('en', jsonb_build_object('title', 'Sensor film ' || i))
    from generate_series(1, 500) i;
  insert into webinars (id, title, url, localized)
    select i, 'Sensor webinar ' || i, 'https://example.com/', jsonb_build_object('en', jsonb_build_object('title', 'Webinar ' || i)) from generate_series(1, 500) i;
  insert into locations (id, name, name_verbose, address_lines)
    select i, 'Sensor town ' || i, 'Office ' || i, array['Street ' || i] from generate_series(1, 200) i;
  insert into cvs (id, name, image_id, localized)
    select i, 'Person ' || i, i, jsonb_build_object('en', jsonb_build_object('position', 'Sensor engineer')) from generate_series(1, 500) i;
  insert into story_groups (id, localized) select i, jsonb_build_object('en', jsonb_build_object('name', 'Sensor group ' || i)) from generate_series(1, 50) i;
  insert into story_categories (id, localized) select i, jsonb_build_object('en', jsonb_build_object('name', 'Sensor category ' || i)) from generate_series(1, 50) i;
  insert into employee_stories (id, slug, category_id, image_id, sites, publish_from, localized)
    select i, 'story-' || i, 1 + i % 50, i, '{main}', '2026-01-01'::timestamptz + make_interval(hours => i),
      jsonb_build_object('en', jsonb_build_object('title', 'Sensor story ' || i, 'teaser', 'T', 'body', '{"type": "doc"}'::jsonb))
    from generate_series(1, 500) i;
  insert into forms (id, title) select i, 'Sensor form ' || i from generate_series(1, 200) i;
`;

function switchTriggers(to: 'enable' | 'disable'): string {
  return `do $$
    declare name text;
    begin
      for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
        execute format('alter table %s ${to} trigger user', name);
      end loop;
    end $$;`;
}

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
  process.env['NODE_ENV'] = 'production';
  await ensureCodeBundle(say);
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-bench-pickers-'));
  try {
    const environment = { DATA_DIR: path.join(folder, 'data'), OUT_DIR: path.join(folder, 'sites') };
    say('Making 50,000 images, 20,000 products and the rest …');
    const generating = await startEmbedded({ dataDir: environment.DATA_DIR });
    // One after another: what a script has inserted holds its tables until it has ended.
    for (const script of [switchTriggers('disable'), records, switchTriggers('enable'), 'analyze'])
      await generating.execute(script);
    await generating.stop();
    const config = expectOk(readConfig({ ...environment, PORT: String(await freePort()) }));
    const connection = expectOk(await connect(config));
    try {
      return await measure(config, connection, environment.DATA_DIR, samples);
    } finally {
      await connection.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Config = Parameters<typeof connect>[0];

async function measure(
  config: Config,
  connection: Connection,
  dataDirectory: string,
  samples: number,
): Promise<PickerFigures[]> {
  expectOk(await addUser(connection, user));
  const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
  const runtime = bundle.makeRuntime(config, connection, 'bench');
  bundle.setRuntime(runtime);
  const server = expectOk(await bundle.serve({ runtime, version: 'bench', handleRequest: bundle.handleRequest }));
  try {
    const editor = new Visitor(`http://localhost:${config.port}`);
    await editor.signIn(user);
    const figures: PickerFigures[] = [];
    for (const picker of pickers) figures.push(await measureOne(editor, dataDirectory, picker, samples));
    return figures;
  } finally {
    await server.stop();
  }
}

async function measureOne(
  editor: Visitor,
  dataDirectory: string,
  picker: string,
  samples: number,
): Promise<PickerFigures> {
  const asked = async (input: object) => {
    const began = performance.now();
    const response = await editor.call(picker, input);
    await response.text();
    if (response.status !== 200) throw new Error(`${picker} answered ${response.status}`);
    return performance.now() - began;
  };
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

function percentile(all: readonly number[], part: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
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
