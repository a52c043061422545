import { startEmbedded } from '#embedded/start-embedded.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { searchSite } from '#content/search/search-site.ts';
import { addSearchDocuments } from './search-content.ts';

type SearchFigures = { question: string; median: number; p95: number; total: number };

/** The number of documents, and the limit for an answer in milliseconds. */
const searchedDocuments = 100_000;
export const searchLimit = 50;

/** Queries of visitors: words that most, many, some and no documents have, codes, prefixes and typing errors. */
const questions = [
  'sensor',
  'humidity sensor',
  'low power gas meter',
  'carbon',
  'formaldehyde monitoring',
  'calibrated',
  'data sheet for humidity',
  'hx100',
  'HX-110005',
  'hum',
  's',
  'humidty',
  'presure sensr',
  'no such thing at all',
  'zzzz',
];

/** Measures the search as the server runs it, from the database query to the finished answer. */
export async function measureSearch(samples: number, say: (line: string) => void): Promise<SearchFigures[]> {
  const database = await startEmbedded({ dataDir: null });
  try {
    say(`Making ${searchedDocuments.toLocaleString('en')} documents …`);
    await addSearchDocuments(database, searchedDocuments);
    const client = createKeyClient(database.url, database.secretKey);
    const figures: SearchFigures[] = [];
    for (const query of questions) {
      const times: number[] = [];
      let total = 0;
      // The first ones warm the process up.
      for (let sample = -2; sample < samples; sample += 1) {
        const began = performance.now();
        const answer = await searchSite(client, { site: 'main', locale: 'en' }, { query, kinds: [], page: 1 });
        if (sample >= 0) times.push(performance.now() - began);
        total = answer.total;
      }
      const sorted = times.toSorted((a, b) => a - b);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
      figures.push({ question: query, median: at(0.5), p95: at(0.95), total });
    }
    return figures;
  } finally {
    await database.stop();
  }
}

export function searchTable(figures: readonly SearchFigures[]): string {
  const rows = figures.map(({ question, median, p95, total }) =>
    [question.padEnd(26), median.toFixed(1).padStart(8), p95.toFixed(1).padStart(8), String(total).padStart(8)].join(
      '',
    ),
  );
  const head = `${'Searched for, ms'.padEnd(26)}${'median'.padStart(8)}${'p95'.padStart(8)}${'found'.padStart(8)}`;
  return [head, ...rows].join('\n');
}
