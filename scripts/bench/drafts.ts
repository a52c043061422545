import { z } from 'zod';
import { createKeyClient, expectData } from '#content/clients/client.ts';
import { Visitor, forkServed } from '../../tests/fixtures/fork-served.ts';

type DraftFigures = { step: string; limit: number; median: number; p95: number; samples: number };

const moduleRow = z.object({ module_id: z.number(), version: z.number(), data: z.record(z.string(), z.json()) });

/** How long an editor waits on a page with every module type: for the draft, and for a save with the draft after it. */
export async function measureDrafts(samples: number): Promise<DraftFigures[]> {
  const served = await forkServed();
  try {
    const editor = new Visitor(served.origin);
    await editor.signIn(served.users.editor);
    const client = createKeyClient(served.supabaseUrl, served.secretKey);
    const pageId = served.site.pageIds[1] ?? 0;
    const place = await expectData(
      'page_locales',
      client.from('page_locales').select('path').eq('page_id', pageId).eq('locale', 'en').single(),
      z.object({ path: z.string() }),
    );
    const hero = await expectData(
      'module_locales',
      client
        .from('module_locales')
        .select('module_id, version, data, modules!inner(page_id, type)')
        .eq('modules.page_id', pageId)
        .eq('modules.type', 'HERO')
        .eq('locale', 'en')
        .single(),
      moduleRow,
    );
    const readDraft = async () => {
      const response = await editor.send(`${place.path}?draft=true`);
      const html = await response.text();
      if (response.status !== 200 || !html.includes('editor-root'))
        throw new Error(`The draft answered ${response.status}`);
    };
    let { version } = hero;
    const save = async () => {
      const payload = { ...hero.data, title: `Saved as version ${version + 1}` };
      const response = await editor.call('updateModule', { moduleId: hero.module_id, locale: 'en', payload, version });
      if (!response.ok) throw new Error(`Saving answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      version += 1;
    };
    const steps: { step: string; limit: number; run: () => Promise<void> }[] = [
      { step: 'Draft page', limit: 40, run: readDraft },
      {
        step: 'Save, and the draft after it',
        limit: 150,
        run: async () => {
          await save();
          await readDraft();
        },
      },
    ];
    const figures: DraftFigures[] = [];
    for (const { step, limit, run } of steps) {
      const times: number[] = [];
      // The first ones warm the process up.
      for (let sample = -15; sample < samples; sample += 1) {
        const began = performance.now();
        await run();
        if (sample >= 0) times.push(performance.now() - began);
      }
      const sorted = times.toSorted((a, b) => a - b);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
      figures.push({ step, limit, median: at(0.5), p95: at(0.95), samples: sorted.length });
    }
    return figures;
  } finally {
    await served.stop();
  }
}

export function draftsTable(figures: readonly DraftFigures[]): string {
  const rows = figures.map(
    ({ step, limit, median, p95 }) =>
      `${step.padEnd(30)}${median.toFixed(1).padStart(10)}${p95.toFixed(1).padStart(10)}${String(limit).padStart(10)}`,
  );
  return [`${'ms'.padEnd(30)}${'median'.padStart(10)}${'p95'.padStart(10)}${'at most'.padStart(10)}`, ...rows].join(
    '\n',
  );
}
