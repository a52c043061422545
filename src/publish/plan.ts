import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import type { Origins } from '#content/context.ts';
import { localeSchema, siteSchema } from '#content/records/raw.ts';
import { Source } from '#content/source.ts';
import type { OutputKind } from './output.ts';
import { outputKindSchema } from './output.ts';
import { type RenderPage, Renderer } from './render.ts';

/** A URL that a publish would touch: the receipt before. */
export type PlannedOutput = {
  site: z.infer<typeof siteSchema>;
  kind: OutputKind;
  locale: z.infer<typeof localeSchema>;
  path: string | null;
  change: 'new' | 'changed' | 'removed' | 'unchanged' | 'failed' | 'moved';
  reasons: string[];
  failure: string | null;
};

const waiting = z.object({
  tags: z.array(z.string()),
  rows: z.array(z.object({ kind: z.string(), ref: z.number().optional() })),
});

const plan = z.object({
  total: z.number(),
  outputs: z.array(
    z.object({
      site: siteSchema,
      kind: outputKindSchema,
      ref: z.number(),
      locale: localeSchema,
      path: z.string().nullable(),
      hash: z.string().nullable(),
      reasons: z.array(z.string()),
      address: z.string().nullable(),
      shown: z.boolean(),
    }),
  ),
});

/** More than a person reads; the total is told as well. */
const planLimit = 2000;

export type PlanOptions = {
  client: Client;
  origins: Origins;
  renderPage: RenderPage;
  at: string;
  /** The page whose draft would be published, besides what waits in the queue already. */
  pageId: number | null;
};

/**
 * What publishing would change, and why, without changing anything: the outputs that depend on what would be new are
 * rendered and compared with what is live.
 */
export async function planPublish(options: PlanOptions): Promise<PlannedOutput[]> {
  const { client } = options;
  const pending = await expectData('publish_pending', client.rpc('publish_pending'), waiting);
  const draft =
    options.pageId === null
      ? { tags: [], rows: [] }
      : await expectData('draft_changes', client.rpc('draft_changes', { p_page_id: options.pageId }), waiting);
  const affected = await expectData(
    'publish_plan',
    client.rpc('publish_plan', {
      p_tags: [...new Set([...pending.tags, ...draft.tags])],
      p_rows: [...pending.rows, ...draft.rows].filter(({ ref }) => ref !== undefined),
      p_at: options.at,
      p_limit: planLimit,
    }),
    plan,
  );
  const planned: PlannedOutput[] = [];
  for (const [site, outputs] of Map.groupBy(affected.outputs, (output) => output.site)) {
    const rendererOf = (view: 'published' | 'draft') =>
      new Renderer({
        client,
        source: new Source(client, { site, view, at: options.at }),
        origins: options.origins,
        renderPage: options.renderPage,
      });
    const published = rendererOf('published');
    const drafts = rendererOf('draft');
    planned.push(
      ...(await Promise.all(
        outputs.map(async (output): Promise<PlannedOutput> => {
          const { kind, locale, path, reasons } = output;
          const common = { site, kind, locale, path, reasons, failure: null };
          const isDraft = kind === 'page' && output.ref === options.pageId;
          if (!output.shown && !isDraft) return { ...common, change: path === null ? 'unchanged' : 'removed' };
          const rendered = await (isDraft ? drafts : published).render(output);
          if (rendered.outcome === 'failed') return { ...common, change: 'failed', failure: rendered.failure.message };
          if (rendered.outcome === 'absent') return { ...common, change: path === null ? 'unchanged' : 'removed' };
          if (path === null) return { ...common, path: rendered.path, change: 'new' };
          return { ...common, path: rendered.path, change: rendered.hash === output.hash ? 'unchanged' : 'changed' };
        }),
      )),
    );
  }
  return planned;
}
