import { tmpdir } from 'node:os';
import { guessColumns, pickLines, readTable } from '#admin/sheets/read-sheet.ts';
import type { Actor } from '#content/clients/actor.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { prepareSheet } from '#content/spreadsheet/check-sheet.ts';
import { importSheet } from '#content/spreadsheet/import-sheet.ts';
import { importContent } from '#content/transfer/import-content.ts';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { sharePostgres } from '#embedded/share-postgres.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { type Setup, openDemoSetup } from '../../tests/fixtures/publishing-setup.ts';
import { addUser } from '../add-user.ts';
import { expectOk } from '../run.ts';

type ImportFigures = {
  sheet: string;
  /** Seconds: of the check, of the writing, and until every page of it is live after that. */
  checked: number;
  written: number;
  live: number;
  /** Processor seconds of this process while pages become live, which is how long it takes on an idle machine. */
  processor: number;
  /** Pages that were drawn or looked at, and those whose bytes changed. */
  outputs: number;
  changed: number;
};

/** Limits in seconds: for the check, and for everything after it. */
const importLimits = { checked: 5, live: 10 };

type BundleFigures = {
  bundle: string;
  /** Seconds until all records are checked and put aside, and of the one statement that writes them. */
  staged: number;
  written: number;
};

/** Limits in seconds: for the whole import, and for its statement. */
const bundleLimits = { whole: 30, written: 8 };
const redirectCount = 10_000;

const user = { email: 'bench@ostrevo.example', password: 'measure-everything-2026', role: 'editor', name: '' } as const;
/** Partners who have every product of the demo in stock: more figures than a sheet may have rows. */
const stock = `
  insert into channel_partners (id, name) select 500000 + i, 'Partner ' || i from generate_series(1, ${sheetLimits.rows} / (select count(*) from products) + 1) i;
  insert into inventory_items (product_id, channel_partner_id, quantity, as_of)
    select p.id, c.id, 10, '2026-11-01' from products p cross join channel_partners c where c.id > 500000;
`;

/** Measures imports of as many rows as a sheet may have, from the rows to the last page live, on the site of the demo. */
export async function measureImports(
  say: (line: string) => void,
): Promise<{ sheets: ImportFigures[]; bundles: BundleFigures[] }> {
  process.env['NODE_ENV'] = 'production';
  say('Building the sites of the demo …');
  const stopSharing = await sharePostgres();
  try {
    const setup = await openDemoSetup();
    try {
      return { bundles: await measureBundles(setup, say), sheets: await measureOn(setup, say) };
    } finally {
      await setup.close();
    }
  } finally {
    await stopSharing();
  }
}

async function measureOn(setup: Setup<null>, say: (line: string) => void): Promise<ImportFigures[]> {
  for (const script of [stock, 'analyze']) await setup.embedded.execute(script);
  await setup.build();
  await setup.runtime.publisher.warmUp();
  await setup.runtime.publisher.drain();
  const { url, secretKey, publishableKey } = setup.embedded;
  const { userId } = expectOk(await addUser({ url, secretKey }, user));
  const client = createKeyClient(url, publishableKey);
  const { error } = await client.auth.signInWithPassword(user);
  if (error) throw error;
  const actor = { client, service: setup.runtime.serviceClient, userId };
  const items = await setup.embedded.query<{ id: string }>(
    'select id from inventory_items where channel_partner_id > 500000 order by id limit $1',
    [sheetLimits.rows],
  );
  const rows = Array.from({ length: sheetLimits.rows }, (_, index) => index);
  const sheets: { name: string; kind: KindName; text: string }[] = [
    {
      name: '5,000 stock figures',
      kind: 'inventory_item',
      text: `Id,Quantity\n${items.map(({ id }, index) => `${id},${100 + index}`).join('\n')}\n`,
    },
    {
      name: '5,000 new tags, each with pages',
      kind: 'tag',
      text: `Slug,Name (English)\n${rows.map((row) => `subject-${row},Subject ${row}`).join('\n')}\n`,
    },
    {
      name: '5,000 changed tags',
      kind: 'tag',
      text: `Slug,Name (English)\n${rows.map((row) => `subject-${row},Theme ${row}`).join('\n')}\n`,
    },
  ];
  const figures: ImportFigures[] = [];
  for (const sheet of sheets) {
    const measured = await measureImport(setup, actor, sheet);
    say(importsTable([measured]));
    figures.push(measured);
  }
  return figures;
}

/** Old addresses as sites have them, brought in by `npm run content -- import`, and once more as they are. */
async function measureBundles({ runtime }: Setup<null>, say: (line: string) => void): Promise<BundleFigures[]> {
  const records = Array.from({ length: redirectCount }, (_, index) => {
    const [from, to] =
      index % 50 === 0
        ? [`/old/area-${index}/*`, `/new/area-${index}/:splat`]
        : index % 7 === 0
          ? [`/page.php?id=${index}`, `/new/page-${index}`]
          : [`/old/section-${index % 40}/article-${index}.html`, `/new/section-${index % 40}/article-${index}`];
    return { kind: 'redirect', id: 500_000 + index, site: 'main', from_path: from, to_path: to };
  });
  const source = {
    issues: [],
    records: () => records.map((value) => ({ value, label: value.from_path ?? '' })),
    mediaFile: null,
  };
  const figures: BundleFigures[] = [];
  for (const bundle of [`${redirectCount} redirects`, 'the same once more']) {
    const began = performance.now();
    let stagedAt = began;
    const imported = await importContent(runtime.serviceClient, source, {
      replace: false,
      mediaCache: tmpdir(),
      onProgress: (step, done) => {
        if (step === 'write' && done === 0) stagedAt = performance.now();
      },
    });
    expectOk(imported);
    const staged = (stagedAt - began) / 1000;
    const written = (performance.now() - stagedAt) / 1000;
    figures.push({ bundle, staged, written });
    say(bundlesTable(figures.slice(-1)));
  }
  await runtime.publisher.drain();
  return figures;
}

async function measureImport(
  { runtime }: Setup<null>,
  actor: Actor,
  { name, kind, text }: { name: string; kind: KindName; text: string },
): Promise<ImportFigures> {
  const read = readTable(text, ',');
  if (!read.ok) throw new Error(read.message);
  const keys = guessColumns(read.value.headings, listSheetColumns(getKind(kind)));
  const sheet = { kind, isText: true, lines: pickLines(read.value, keys) };
  const options = { force: false, publish: true };
  let outputs = 0;
  let changed = 0;
  const stop = runtime.publisher.onReceipt(({ items }) => {
    outputs += items.length;
    changed += items.filter(({ change }) => change !== 'same' && change !== 'unchanged').length;
  });
  const began = performance.now();
  const { fingerprint } = expectOk(await prepareSheet(actor, sheet, options)).check;
  const checkedAt = performance.now();
  expectOk(await importSheet(actor, { ...sheet, ...options, fingerprint, skipWrong: false }));
  const writtenAt = performance.now();
  const before = process.cpuUsage();
  await runtime.publisher.drain();
  const liveAt = performance.now();
  const used = process.cpuUsage(before);
  stop();
  return {
    sheet: name,
    checked: (checkedAt - began) / 1000,
    written: (writtenAt - checkedAt) / 1000,
    live: (liveAt - writtenAt) / 1000,
    processor: (used.user + used.system) / 1_000_000,
    outputs,
    changed,
  };
}

export function areImportsFast({
  sheets,
  bundles,
}: {
  sheets: readonly ImportFigures[];
  bundles: readonly BundleFigures[];
}): boolean {
  return (
    sheets.every(
      ({ checked, written, live }) => checked <= importLimits.checked && written + live <= importLimits.live,
    ) &&
    bundles.every(({ staged, written }) => staged + written <= bundleLimits.whole && written <= bundleLimits.written)
  );
}

export function bundlesTable(figures: readonly BundleFigures[]): string {
  return figures
    .map(
      ({ bundle, staged, written }) =>
        `${bundle.padEnd(40)} checked and put aside ${staged.toFixed(1)} s, written ${written.toFixed(1)} s`,
    )
    .join('\n');
}

export function importsTable(figures: readonly ImportFigures[]): string {
  return figures
    .map(
      ({ sheet, checked, written, live, processor, outputs, changed }) =>
        `${sheet.padEnd(40)} checked ${checked.toFixed(1)} s, written ${written.toFixed(1)} s, live ${live.toFixed(1)} s later (processor ${processor.toFixed(1)} s; ${outputs} outputs, ${changed} changed)`,
    )
    .join('\n');
}
