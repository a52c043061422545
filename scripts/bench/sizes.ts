import { z } from 'zod';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { type Client, createKeyClient, expectData } from '#content/clients/client.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '../connect.ts';
import { expectOk } from '../run.ts';
import { type Floors, measureFloors } from './floors.ts';
import { copyOfGeneratedSite } from './generated-database.ts';
import { freePort } from '../free-port.ts';
import { BenchServer, type BuildFigures, type Environment, measureBuild, getOutDirectory } from './measure.ts';
import { type NewCodeFigures, addQuotes, measureNewCode } from './new-code.ts';
import { type Spread, spread } from './spread.ts';

export type SizeFigures = {
  pages: number;
  databaseStartSeconds: number;
  /** The middle one of `buildRounds`. */
  build: BuildFigures;
  /** The first one: by a database that has just started, and has prepared no picture yet. */
  firstBuild: BuildFigures;
  floors: Floors;
  onePage: Spread;
  /** Milliseconds of the first one that the server has published since it started. */
  firstPage: number;
  /** Milliseconds from a product's change to its being live on so many pages. */
  productOn: { pages: number; milliseconds: number }[];
  /** An editor's page while all pages are published for a change of the menu. */
  behindMenu: Spread;
  /** Milliseconds from a change of the menu until all pages are live, with those of the editor meanwhile. */
  menuMilliseconds: number;
  /** The same, while nobody else publishes, and until all receipts are written. */
  menuAlone: { liveMilliseconds: number; reportedMilliseconds: number };
  nothingChanged: Spread;
  newCode: NewCodeFigures;
};

/** Machines are noisy, so a build is measured three times; for a large site one measurement is enough. */
const buildRounds = (pages: number) => (pages > 5000 ? 1 : 3);

type SizeOptions = {
  /** The directory of generated databases and built sites. */
  directory: string;
  /** Changes of one page that are measured. */
  samples: number;
  seed: number;
  /** The languages of each page: it is a file in each. */
  locales: readonly Locale[];
  say: (line: string) => void;
};

/** Builds a generated site of so many pages, and publishes changes of it one after another. */
export async function measureSize(
  pages: number,
  { directory, samples, seed, locales, say }: SizeOptions,
): Promise<SizeFigures> {
  say(`${pages} pages: preparing …`);
  const { dataDirectory, site } = await copyOfGeneratedSite(directory, pages, seed, locales);
  const port = await freePort();
  const environment = { DATA_DIR: dataDirectory, OUT_DIR: getOutDirectory(dataDirectory), PORT: String(port) };
  const config = expectOk(readConfig(environment));
  const began = performance.now();
  const connection = expectOk(await connect(config));
  const databaseStartSeconds = (performance.now() - began) / 1000;
  try {
    const client = createKeyClient(connection.url, connection.secretKey);
    const changeable = await readChangeable(client, site.pageIds.slice(1, samples + warmUpSamples + 1));
    say(`${pages} pages: building …`);
    const builds = await measureBuilds(pages, environment);
    const floors = await measureFloors(config, connection, site.pageIds);
    say(`${pages} pages: publishing …`);
    const shared = site.sharedProducts.filter(({ shownOn }) => shownOn <= pages);
    const figures: Omit<SizeFigures, 'newCode'> = await withServer(environment, async (server) => {
      const published = {
        pages,
        databaseStartSeconds,
        ...builds,
        floors,
        ...(await measureOnePage(server, changeable, samples)),
        productOn: await measureProducts(server, shared),
        ...(await measureBehindMenu(server, changeable, samples)),
        menuAlone: await measureMenu(server),
        nothingChanged: await measureNothing(server),
      };
      await addQuotes(client, site.pageIds.slice(0, otherwiseDrawn));
      await server.request({ type: 'publish-nothing' });
      return published;
    });
    say(`${pages} pages: building with new code …`);
    return { ...figures, newCode: await measureNewCode(environment, Math.min(pages, otherwiseDrawn)) };
  } finally {
    await connection.close();
  }
}

/** Pages that new code draws otherwise. */
const otherwiseDrawn = 100;

async function withServer<T>(environment: Environment, use: (server: BenchServer) => Promise<T>): Promise<T> {
  const server = await BenchServer.start(environment);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Changes that are not counted among the others: they warm the process up. */
const warmUpSamples = 10;

/** A module whose text is changed, and where its page is. */
export type ChangeablePage = { moduleId: number; pageId: number; path: string | null };

export async function readChangeable(client: Client, pageIds: readonly number[]): Promise<ChangeablePage[]> {
  const heroes = await expectData(
    'modules',
    client.from('modules').select('id, page_id').eq('type', 'HERO').in('page_id', pageIds),
    z.array(z.object({ id: z.number(), page_id: z.number() })),
  );
  const places = await expectData(
    'page_locales',
    client
      .from('page_locales')
      .select('page_id, path')
      .eq('locale', defaultLocale)
      .in(
        'page_id',
        heroes.map(({ page_id }) => page_id),
      ),
    z.array(z.object({ page_id: z.number(), path: z.string() })),
  );
  return heroes.map(({ id, page_id }) => ({
    moduleId: id,
    pageId: page_id,
    path: places.find((place) => place.page_id === page_id)?.path ?? null,
  }));
}

async function measureBuilds(
  pages: number,
  environment: Environment,
): Promise<Pick<SizeFigures, 'build' | 'firstBuild'>> {
  const builds: BuildFigures[] = [];
  for (let round = 0; round < buildRounds(pages); round += 1) builds.push(await measureBuild(environment));
  const [firstBuild] = builds;
  const build = builds.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(builds.length / 2)];
  if (!firstBuild || !build) throw new Error('Nothing was built');
  return { build, firstBuild };
}

async function measureOnePage(
  server: BenchServer,
  changeable: readonly ChangeablePage[],
  samples: number,
): Promise<Pick<SizeFigures, 'onePage' | 'firstPage'>> {
  const times: number[] = [];
  let firstPage = 0;
  for (let sample = -warmUpSamples; sample < samples; sample += 1) {
    const number = sample + warmUpSamples;
    const page = changeable[number % changeable.length];
    if (!page || page.path === null) throw new Error('The generated site has too few pages');
    const text = `Published anew as number ${number + 1}`;
    const { pageId, moduleId, path } = page;
    const { milliseconds } = await server.untilServed({ type: 'publish-page', pageId, moduleId, text }, path);
    if (number === 0) firstPage = milliseconds;
    if (sample >= 0) times.push(milliseconds);
  }
  return { onePage: spread(times), firstPage };
}

async function measureProducts(
  server: BenchServer,
  shared: readonly { productId: number; shownOn: number }[],
): Promise<SizeFigures['productOn']> {
  const figures: SizeFigures['productOn'] = [];
  for (const { productId, shownOn } of shared) {
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const done = await server.request({ type: 'change-product', productId, text: `Renamed ${shownOn} ${round}` });
      if (done.liveAt === null || done.changed < shownOn)
        throw new Error(`${done.changed} pages changed with a product that stands on ${shownOn}`);
      times.push(done.liveAt - done.committedAt);
    }
    figures.push({ pages: shownOn, milliseconds: spread(times).median });
  }
  return figures;
}

async function measureBehindMenu(
  server: BenchServer,
  changeable: readonly ChangeablePage[],
  samples: number,
): Promise<Pick<SizeFigures, 'behindMenu' | 'menuMilliseconds'>> {
  const times: number[] = [];
  const menuTimes: number[] = [];
  for (let turn = 0; times.length < samples;) {
    const { committedAt } = await server.request({ type: 'change-menu', text: `Home ${turn}` });
    for (let goesOn = true; goesOn; turn += 1) {
      const page = changeable[turn % changeable.length];
      if (!page || page.path === null) throw new Error('The generated site has too few pages');
      const { pageId, moduleId, path } = page;
      const request = { type: 'publish-page-as-editor' as const, pageId, moduleId, text: `Meanwhile number ${turn}` };
      const { milliseconds, menuGoesOn } = await server.untilServed(request, path);
      goesOn = menuGoesOn;
      if (goesOn) times.push(milliseconds);
    }
    menuTimes.push((await untilMenuIsLive(server)).liveAt - committedAt);
  }
  return { behindMenu: spread(times), menuMilliseconds: spread(menuTimes).median };
}

async function measureMenu(server: BenchServer): Promise<SizeFigures['menuAlone']> {
  const { committedAt } = await server.request({ type: 'change-menu', text: 'Home of everybody' });
  const { liveAt, doneAt } = await untilMenuIsLive(server);
  return { liveMilliseconds: liveAt - committedAt, reportedMilliseconds: doneAt - committedAt };
}

async function untilMenuIsLive(server: BenchServer): Promise<{ liveAt: number; doneAt: number }> {
  const { liveAt, doneAt } = await server.request({ type: 'wait-for-menu' });
  if (liveAt === null) throw new Error('No page has changed with the menu');
  return { liveAt, doneAt };
}

async function measureNothing(server: BenchServer): Promise<Spread> {
  const times: number[] = [];
  for (let sample = 0; sample < 20; sample += 1) {
    const done = await server.request({ type: 'publish-nothing' });
    times.push(done.doneAt - done.committedAt);
  }
  return spread(times);
}
