import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';

const script = fileURLToPath(new URL('../../scripts/investors.ts', import.meta.url));

let embedded: Embedded;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'investors-'));
  embedded = await startEmbedded({ dataDir: null });
});
afterAll(async () => {
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
});

/** `npm run investors -- FILE`, as a separate process with the database. */
async function bringIn(name: string, content: string): Promise<{ code: number; output: string; problems: string }> {
  const file = path.join(directory, name);
  await writeFile(file, content);
  const env = {
    ...process.env,
    SUPABASE_URL: embedded.url,
    SUPABASE_PUBLISHABLE_KEY: embedded.publishableKey,
    SUPABASE_SECRET_KEY: embedded.secretKey,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, file], { env }, (error, output, problems) => {
      resolve({ code: error ? 1 : 0, output, problems });
    });
  });
}

const closes = () =>
  embedded.query('select day::text, close::float from stock_quotes where symbol = $$OSTR$$ order by day');

describe('the command that brings in a feed of investors', () => {
  it('reads quotes as CSV, once and again, and says how many changed', async () => {
    const day = (at: number, close: string) => `OSTR,2026-02-0${at},${close},${close},${close},${close},1000`;
    const csv = (...lines: string[]) => ['symbol,day,open,high,low,close,volume', ...lines].join('\n');
    const first = await bringIn('quotes.csv', csv(day(2, '60.10'), day(3, '61.20')));
    expect(first).toMatchObject({ code: 0, problems: '' });
    expect(first.output).toContain('Of 2 quotes 2 are new or changed.');
    const second = await bringIn('quotes.csv', csv(day(2, '60.10'), day(3, '61.25'), day(4, '62.00')));
    expect(second.output).toContain('Of 3 quotes 2 are new or changed.');
    expect(await closes()).toEqual([
      { day: '2026-02-02', close: 60.1 },
      { day: '2026-02-03', close: 61.25 },
      { day: '2026-02-04', close: 62 },
    ]);
  });

  it('reads publications and quotes as JSON', async () => {
    const feed = {
      quotes: [{ symbol: 'OSTR', day: '2026-02-05', close: 63.4 }],
      publications: [
        {
          key: 'half-year-2026',
          category: 'interim_report',
          published_at: '2026-08-18T05:00:00Z',
          url: 'https://investors.example/half-year.pdf',
          localized: { en: { title: 'Half-year report 2026' }, de: { title: 'Halbjahresbericht 2026' } },
        },
      ],
    };
    const brought = await bringIn('feed.json', JSON.stringify(feed));
    expect(brought).toMatchObject({ code: 0, problems: '' });
    expect(brought.output).toContain('Of 1 publications 1 are new or changed.');
    const rows = await embedded.query('select category::text, url from investor_publications');
    expect(rows).toEqual([{ category: 'interim_report', url: 'https://investors.example/half-year.pdf' }]);
  });

  it('brings in nothing of a feed with a fault, and names the fault', async () => {
    const before = await closes();
    const refused = await bringIn('bad.csv', 'symbol,day,close\nOSTR,2026-03-01,70\nOSTR,2026-02-30,seventy');
    expect(refused.code).toBe(1);
    expect(refused.problems).toMatch(/day|close/);
    expect(await closes()).toEqual(before);
  });
});
