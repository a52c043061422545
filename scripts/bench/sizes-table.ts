import type { SizeFigures } from './sizes.ts';

const whole = (value: number) => Math.round(value).toLocaleString('en');
const tenth = (value: number) => value.toFixed(1);

/** The figures of all sizes, for a terminal. */
export function sizesTable(figures: readonly SizeFigures[]): string {
  const rows: [string, ...string[]][] = [
    ['Pages', ...figures.map(({ pages }) => whole(pages))],
    ['Full build, start-up included: files', ...figures.map(({ build }) => whole(build.outputs))],
    ['  seconds', ...figures.map(({ build }) => tenth(build.seconds))],
    ['  files a second', ...figures.map(({ build }) => whole(build.perSecond))],
    ['  files a second, the database just started', ...figures.map(({ firstBuild }) => whole(firstBuild.perSecond))],
    [
      '  peak memory, MB',
      ...figures.map(({ build, firstBuild }) => whole(Math.max(build.peakMegabytes, firstBuild.peakMegabytes))),
    ],
    [
      '  publisher CPU, ms a file',
      ...figures.map(({ build }) => ((build.cpuSeconds * 1000) / build.outputs).toFixed(2)),
    ],
    [
      '  database CPU, ms a file',
      ...figures.map(({ build }) => ((build.databaseCpuSeconds * 1000) / build.outputs).toFixed(2)),
    ],
    ['  floor: renderToStaticMarkup, pages/s', ...figures.map(({ floors }) => whole(floors.renderPerSecond))],
    ['  floor: writing the same bytes, pages/s', ...figures.map(({ floors }) => whole(floors.writePerSecond))],
    ['  HTML of a page, KB', ...figures.map(({ floors }) => tenth(floors.averageBytes / 1000))],
    ['Start of the embedded database, s', ...figures.map(({ databaseStartSeconds }) => tenth(databaseStartSeconds))],
    ['One page, commit to served: median ms', ...figures.map(({ onePage }) => tenth(onePage.median))],
    ['  p95 ms', ...figures.map(({ onePage }) => tenth(onePage.p95))],
    ['  the first one after a start, ms', ...figures.map(({ firstPage }) => tenth(firstPage))],
    ...[1, 100, 1000].map((count): [string, ...string[]] => [
      `Product change on ${whole(count)} pages, ms`,
      ...figures.map(({ productOn }) => {
        const found = productOn.find(({ pages }) => pages === count);
        return found ? whole(found.milliseconds) : '';
      }),
    ]),
    [
      'Menu changed, until all pages are live: s',
      ...figures.map(({ menuMilliseconds }) => tenth(menuMilliseconds / 1000)),
    ],
    [
      '  the same, nothing else published: s',
      ...figures.map(({ menuAlone }) => tenth(menuAlone.liveMilliseconds / 1000)),
    ],
    ['  and reported: s', ...figures.map(({ menuAlone }) => tenth(menuAlone.reportedMilliseconds / 1000))],
    ['  an editor’s page meanwhile: median ms', ...figures.map(({ behindMenu }) => tenth(behindMenu.median))],
    ['  p95 ms', ...figures.map(({ behindMenu }) => tenth(behindMenu.p95))],
    ['New code, by which some pages differ: pages', ...figures.map(({ newCode }) => whole(newCode.pages))],
    ['  files written', ...figures.map(({ newCode }) => whole(newCode.written))],
    ['  seconds, start-up included', ...figures.map(({ newCode }) => tenth(newCode.build.seconds))],
    [
      '  of a full build, %',
      ...figures.map(({ newCode, build }) => whole((100 * newCode.build.seconds) / build.seconds)),
    ],
    ['Publish with nothing changed, median ms', ...figures.map(({ nothingChanged }) => tenth(nothingChanged.median))],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
