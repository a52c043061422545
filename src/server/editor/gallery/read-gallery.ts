import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { ContentReader } from '#content/reader.ts';
import type { StoredModule } from '#kinds/page/shapes.ts';
import { Source } from '#content/source/source.ts';
import { type RegisteredType, getDefinition } from '#modules/definitions.ts';
import type { DraftModule } from '#modules/placed.ts';
import { waitsFor } from '#modules/waits-for.ts';
import { namedTypes, searchTypes } from '#modules/addable-types.ts';
import { type GalleryQuery, galleryBackgrounds } from './gallery-query.ts';
import { readRecordPool } from './record-pool.ts';
import type { PickRecord } from './sample-data.ts';
import { type SampleState, listSampleStates } from './sample-states.ts';

/** A type in one state on one background. */
export type GallerySample = { type: RegisteredType; state: SampleState; background: string; module: DraftModule };

export type GalleryPage = {
  site: SiteId;
  query: GalleryQuery;
  types: readonly RegisteredType[];
  samples: GallerySample[];
};

/** The samples that the address asks for, with real records of the site, as a draft would show them. */
export async function readGallery(
  client: Client,
  { site, query, origins }: { site: SiteId; query: GalleryQuery; origins: Origins },
): Promise<GalleryPage> {
  const found = searchTypes(query.search, namedTypes).map(({ type }) => type);
  const types = query.type === null || query.type === 'all' ? found : [query.type];
  const source = new Source(client, { site, view: 'draft', at: new Date().toISOString() });
  const reader = new ContentReader(source, query.locale, origins);
  const [pick, pageId] = await Promise.all([readRecordPool(client, reader), findSectionPage(client, site)]);
  const wanted = types.flatMap((type) => wantedStates(type, query).map((state) => ({ type, state })));
  const stored = wanted.flatMap(({ type, state }) =>
    listGrounds(query).map((ground) => ({
      type,
      state,
      ground,
      module: storedSample(type, state, { ground, query, pick }),
    })),
  );
  const ids = numbered(stored.map(({ module }) => module));
  const modules = await reader.readModules(ids, pageId);
  return {
    site,
    query,
    types,
    samples: stored.flatMap(({ type, state, ground }, index): GallerySample[] => {
      const module = modules[index];
      if (!module) return [];
      const shown = state.isEmpty ? withoutAnswers(module) : module;
      return [{ type, state, background: ground ?? '', module: shown }];
    }),
  };
}

function wantedStates(type: RegisteredType, { type: asked, state }: GalleryQuery): readonly SampleState[] {
  const states = listSampleStates(type);
  const wanted = asked === null || asked === 'all' ? (state ?? 'usual') : state;
  return wanted === null || wanted === 'all' ? states : states.filter(({ key }) => key === wanted);
}

function listGrounds({ background }: GalleryQuery): readonly (string | null)[] {
  return background === 'all' ? galleryBackgrounds : [background];
}

type Sampling = { ground: string | null; query: GalleryQuery; pick: PickRecord };

function storedSample(type: RegisteredType, state: SampleState, { ground, query, pick }: Sampling): StoredModule {
  const locale = query.isEnglish ? 'en' : query.locale;
  const data = state.data({ locale, pick });
  if (ground !== null) data['backgroundColor'] = ground;
  const definition = getDefinition(type);
  const parsed = definition.schema.safeParse(data);
  const slots = state.isNested && parsed.success ? (definition.slots?.(parsed.data) ?? []) : [];
  const backgroundColor = data['backgroundColor'];
  const children = slots.flatMap((slot, index) => {
    const within = { ground: typeof backgroundColor === 'string' ? backgroundColor : null, query, pick };
    return nestedTypes(index, type).map((inner): StoredModule => {
      // One deeper, once: an accordion among the tabs, or tabs in the accordion.
      const deeper = listSampleStates(inner).find(({ isNested }) => isNested && state.key !== 'nested-deeper');
      const usual = listSampleStates(inner)[0];
      const chosen = deeper ? { ...deeper, key: 'nested-deeper' } : usual;
      if (!chosen) throw new Error(`${inner} has no states`);
      return { ...storedSample(inner, chosen, within), slot };
    });
  });
  return { id: 0, type, v: definition.version, fallback: query.isEnglish && query.locale !== 'en', data, children };
}

/** The types in the slots of the samples: one of each width, and a type with slots in the second. */
function nestedTypes(index: number, outer: RegisteredType): RegisteredType[] {
  if (index === 0) return ['CTA_BLOCK', 'KEY_FIGURES'];
  if (index === 1) return [outer === 'ACCORDION' ? 'MANUAL_TABS' : 'ACCORDION'];
  return ['LINK_LIST'];
}

/** Ids of their own for all modules of a page: they are parts of ids in the markup. */
function numbered(modules: readonly StoredModule[]): StoredModule[] {
  let next = 0;
  const number = (module: StoredModule): StoredModule => ({
    ...module,
    id: (next += 1),
    children: module.children.map(number),
  });
  return modules.map(number);
}

function withoutAnswers(module: DraftModule): DraftModule {
  if ('problems' in module) return module;
  const { type, data } = module;
  const lists = Object.fromEntries(
    Object.entries(module.lists).map(([name, answer]) => [name, { ...answer, items: [] }]),
  );
  const lacking = waitsFor(type, data, lists);
  return lacking === null ? { ...module, lists } : { ...module, lists, waitsFor: lacking };
}

const sectionPages = z.array(z.object({ id: z.number(), parent_id: z.number().nullable() }));

/** The page with the largest section, to show section tabs of. */
async function findSectionPage(client: Client, site: SiteId): Promise<number | null> {
  const pages = await expectData(
    'pages',
    client.from('pages').select('id, parent_id').eq('site_id', site).order('id').limit(1000),
    sectionPages,
  );
  const below = Map.groupBy(pages, ({ parent_id }) => parent_id);
  const count = ({ id, parent_id }: { id: number; parent_id: number | null }) =>
    parent_id === null ? 0 : (below.get(parent_id)?.length ?? 0) + 20 * Math.min(4, below.get(id)?.length ?? 0);
  return pages.toSorted((a, b) => count(b) - count(a))[0]?.id ?? null;
}
