import { z } from 'zod';
import { readableAnswers } from '#domain/forms/form-answers.ts';
import { fieldIn } from '#domain/forms/form-fields.ts';
import { defaultLocale, englishNames } from '#domain/locales.ts';
import { ownValue } from '#domain/objects.ts';
import { siteNames } from '#domain/site-names.ts';
import { type SheetCell, type SheetTable, momentCell } from '#domain/spreadsheets/spreadsheet.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { type FoundSubmissions, type Submission, type SubmissionFilter, findSubmissions } from './submissions.ts';

const pageSize = 200;

/** All submissions that match a filter, page by page. Deletions and new submissions meanwhile do not shift the pages. */
async function* readPages(client: Client, filter: SubmissionFilter): AsyncGenerator<FoundSubmissions> {
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

const facts = [
  { label: 'Received', holds: 'moment' },
  { label: 'Website', holds: 'text' },
  { label: 'Language', holds: 'text' },
  { label: 'Page', holds: 'text' },
  { label: 'Read', holds: 'moment' },
  { label: 'Note', holds: 'text' },
] as const satisfies SheetTable['columns'];
/** For those who ask a program about it; people look at what is before it. */
const numbers = [
  { label: 'Version of the form', holds: 'number' },
  { label: 'Id', holds: 'number' },
] as const satisfies SheetTable['columns'];

function listFacts({ submittedAt, site, locale, pagePath, readAt, notes }: Submission): SheetCell[] {
  return [
    momentCell(submittedAt),
    site === null ? 'A site that is gone' : siteNames[site],
    englishNames[locale],
    pagePath ?? '',
    readAt === null ? 'No' : momentCell(readAt),
    notes,
  ];
}

/** For spreadsheets: a row for each submission, a column for each field that was ever answered, in the words of the inbox. */
export async function submissionsTable(client: Client, filter: SubmissionFilter): Promise<SheetTable> {
  /** By field what it is called, and in which version of the form. */
  const columns = new Map<string, { label: string; version: number }>();
  const lines: { submission: Submission; words: ReadonlyMap<string, string> }[] = [];
  for await (const { results, versions } of readPages(client, filter)) {
    for (const [version, fields] of Object.entries(versions)) {
      for (const field of fields) {
        const known = columns.get(field.name);
        if (known && known.version >= Number(version)) continue;
        columns.set(field.name, { label: fieldIn(field, defaultLocale).label, version: Number(version) });
      }
    }
    for (const submission of results) {
      const fields = versions[String(submission.version)] ?? [];
      const answers = readableAnswers(fields, submission.answers, submission.locale);
      for (const { name, label } of answers) if (!columns.has(name)) columns.set(name, { label, version: 0 });
      lines.push({ submission, words: new Map(answers.map(({ name, words }) => [name, words])) });
    }
  }
  const answered = [...columns.keys()].filter((name) => lines.some(({ words }) => words.has(name)));
  const isNumber = (name: string) =>
    lines.every(({ submission, words }) => !words.has(name) || parseValue(submission, name) !== null);
  async function* rows() {
    for (const { submission, words } of lines) {
      const answers = answered.map((name) => parseValue(submission, name) ?? words.get(name) ?? '');
      yield [[...listFacts(submission), ...answers, submission.version ?? '', submission.id]];
    }
  }
  const heads = makeHeads(answered, columns).map((label, index) => ({
    label,
    holds: isNumber(answered[index] ?? '') ? ('number' as const) : ('text' as const),
  }));
  return {
    title: await readTitle(client, filter.formId, lines[0]?.submission),
    columns: [...facts, ...heads, ...numbers],
    rows: rows(),
  };
}

/** What a sheet reckons with stays a number. */
function parseValue({ answers }: Submission, name: string): number | null {
  const answer = Object.hasOwn(answers, name) ? ownValue(answers, name) : undefined;
  return typeof answer === 'number' ? answer : null;
}

/** The labels of fields; those that are alike, or that a fact is called as well, with the name of their field. */
function makeHeads(names: readonly string[], columns: ReadonlyMap<string, { label: string }>): string[] {
  const getLabel = (name: string) => columns.get(name)?.label || name;
  const others = [...facts, ...numbers].map(({ label }) => label);
  const counts = Map.groupBy([...others, ...names.map(getLabel)], (head) => head);
  return names.map((name) => {
    const label = getLabel(name);
    return label !== name && (counts.get(label)?.length ?? 0) > 1 ? `${label} (${name})` : label;
  });
}

/** What the form is called, or was when the last submission came. */
async function readTitle(client: Client, formId: number, last: Submission | undefined): Promise<string> {
  const rows = await expectData(
    'forms',
    client.from('forms').select('title').eq('id', formId),
    z.array(z.object({ title: z.string() })),
  );
  return rows[0]?.title ?? last?.formTitle ?? `Form ${formId}`;
}

/** The same as JSON, as programs read it, and what the form is called. */
export async function writeJson(client: Client, filter: SubmissionFilter): Promise<{ title: string; text: string }> {
  const submissions: Submission[] = [];
  for await (const { results } of readPages(client, filter)) submissions.push(...results);
  const text = `${JSON.stringify({ form: filter.formId, submissions }, null, 2)}\n`;
  return { title: await readTitle(client, filter.formId, submissions[0]), text };
}
