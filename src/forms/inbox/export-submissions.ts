import { ownValue } from '#domain/objects.ts';
import { csvLine } from '#domain/spreadsheet.ts';
import type { Client } from '#content/client.ts';
import { type FoundSubmissions, type Submission, type SubmissionFilter, findSubmissions } from './submissions.ts';

const pageSize = 200;

/** All submissions that match a filter, page by page. Deletions and new submissions meanwhile do not shift the pages. */
async function* pagesOf(client: Client, filter: SubmissionFilter): AsyncGenerator<FoundSubmissions> {
  let before: number | undefined;
  for (;;) {
    const page = await findSubmissions(client, filter, {
      offset: 0,
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
    });
    if (page.results.length > 0) yield page;
    before = page.results.at(-1)?.id;
    if (before === undefined || page.results.length < pageSize) return;
  }
}

const facts = ['id', 'submitted_at', 'site', 'locale', 'page', 'form_version', 'read_at', 'notes'] as const;

function factsOf({ id, submittedAt, site, locale, pagePath, version, readAt, notes }: Submission): (string | number)[] {
  return [id, submittedAt, site ?? '', locale, pagePath ?? '', version ?? '', readAt ?? '', notes];
}

/** A CSV file for spreadsheets: a line for each submission, a column for each field that was ever answered. */
export async function writeCsv(client: Client, filter: SubmissionFilter): Promise<string> {
  const submissions: Submission[] = [];
  const names = new Set<string>();
  for await (const { results, versions } of pagesOf(client, filter)) {
    submissions.push(...results);
    // Fields of the current form in its order, then those that only earlier versions have.
    for (const fields of Object.values(versions)) for (const { name } of fields) names.add(name);
    for (const { answers } of results) for (const name of Object.keys(answers)) names.add(name);
  }
  const answered = [...names].filter((name) => submissions.some(({ answers }) => Object.hasOwn(answers, name)));
  const lines = submissions.map((submission) =>
    csvLine([
      ...factsOf(submission),
      ...answered.map((name) => {
        const answer = Object.hasOwn(submission.answers, name) ? ownValue(submission.answers, name) : undefined;
        if (Array.isArray(answer)) return answer.join('; ');
        return typeof answer === 'number' ? answer : String(answer ?? '');
      }),
    ]),
  );
  // Spreadsheets read a file without a byte order mark in the legacy encoding of their machine.
  return `\uFEFF${csvLine([...facts, ...answered])}${lines.join('')}`;
}

/** The same as JSON. */
export async function writeJson(client: Client, filter: SubmissionFilter): Promise<string> {
  const submissions: Submission[] = [];
  for await (const { results } of pagesOf(client, filter)) submissions.push(...results);
  return `${JSON.stringify({ form: filter.formId, submissions }, null, 2)}\n`;
}
