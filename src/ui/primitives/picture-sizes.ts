/**
 * How wide pictures are shown, as the `sizes` attribute says it, by their place in the grid of the page: its margins are 20 px, and
 * 40 from 768 px on; its columns end at 1,280 px, and from 1,920 px on at 1,536 px. A browser chooses the file by this before it knows any style, so a wrong width
 * loads a file that is too large, or a blurred one. `tests/e2e/pictures.spec.ts` measures them.
 */
const page =
  '(min-width: 1920px) 1536px, (min-width: 1360px) 1280px, (min-width: 768px) calc(100vw - 80px), calc(100vw - 40px)';
const onOneColumn = '(min-width: 768px) calc(100vw - 80px), calc(100vw - 40px)';
const quarter = '(min-width: 1920px) 354px, (min-width: 1360px) 296px, (min-width: 1200px) calc(25vw - 44px)';
const fourInRow = '(min-width: 1920px) 354px, (min-width: 1360px) 296px, (min-width: 960px) calc(25vw - 44px)';
const third = '(min-width: 1920px) 485px, (min-width: 1360px) 405px, (min-width: 960px) calc(33.3vw - 48px)';
const halves = '(min-width: 768px) calc(50vw - 52px), (min-width: 576px) calc(50vw - 32px)';
/** Beside its words. */
const twoFifths = '(min-width: 768px) calc(40vw - 42px), (min-width: 576px) calc(40vw - 26px)';
const cards = `${quarter}, (min-width: 960px) calc(33.3vw - 48px), ${halves}, calc(100vw - 40px)`;
const besideWordsOrThirds = `${third}, ${twoFifths}, calc(100vw - 40px)`;

export const pictureSizes = {
  page,
  /** Cards in rows of four, three, two and one. */
  cards,
  /** Cards in rows of three, one with its picture beside the words, and one. */
  teasers: besideWordsOrThirds,
  /** Cards in rows of three, or one below the other. */
  thirds: `${third}, ${onOneColumn}`,
  /** Cards in rows of three, two and one. */
  stories: `${third}, ${halves}, calc(100vw - 60px)`,
  /** Stories beside the list of their categories. */
  storiesBesideList: `(min-width: 1920px) 350px, (min-width: 1360px) 291px, (min-width: 1200px) 21vw, (min-width: 960px) calc(33.3vw - 48px), ${halves}, calc(100vw - 40px)`,
  /** Cards beside the filters of the catalog. */
  catalog: `(min-width: 1920px) 285px, (min-width: 1360px) 299px, (min-width: 1200px) 20.5vw, (min-width: 960px) 29vw, ${halves}, 35vw`,
  /** Four cards that are in a row, or in rows of two and one. */
  fourCards: `${fourInRow}, ${halves}, calc(100vw - 40px)`,
  /** Series in rows of as many as there is space for. */
  series: `(min-width: 1920px) 275px, ${cards}`,
  /** One related product to four in a row, by their number: up to two are beside their words, and all are on phones. */
  related: [
    '(min-width: 768px) 296px, 35vw',
    '(min-width: 1920px) 283px, (min-width: 1360px) 237px, (min-width: 960px) calc(20vw - 35px), (min-width: 768px) calc(20vw - 30px), 35vw',
    `${third}, (min-width: 768px) calc(33.3vw - 43px), 35vw`,
    `${fourInRow}, (min-width: 768px) calc(50vw - 52px), 35vw`,
  ],
  /** One application to four in a row, by their number. */
  applications: [
    besideWordsOrThirds,
    `(min-width: 1920px) 748px, (min-width: 1360px) 624px, (min-width: 960px) calc(50vw - 56px), ${twoFifths}, calc(100vw - 40px)`,
    besideWordsOrThirds,
    `${fourInRow}, ${twoFifths}, calc(100vw - 40px)`,
  ],
  /** Products that belong to another, within its column. */
  within: `(min-width: 1920px) 223px, (min-width: 1360px) 187px, (min-width: 1200px) calc(16.7vw - 41px), (min-width: 960px) calc(33.3vw - 48px), ${halves}, calc(100vw - 40px)`,
  /** Portraits in rows of four, three and two. */
  portraits: `${quarter}, (min-width: 960px) calc(33.3vw - 48px), (min-width: 768px) calc(33.3vw - 43px), calc(50vw - 32px)`,
  /** Cards in rows of four and three, or in a strip. */
  highlights: `${quarter}, (min-width: 960px) calc(33.3vw - 48px), (min-width: 768px) calc(33.3vw - 43px), calc(100vw - 80px)`,
  /** Two thirds of the page, below each other on smaller screens. */
  wide: `(min-width: 1920px) 1011px, (min-width: 1360px) 843px, (min-width: 960px) calc(66.7vw - 64px), ${onOneColumn}`,
  /** Beside a text of five columns. */
  sevenColumns: `(min-width: 1920px) 873px, (min-width: 1360px) 728px, (min-width: 960px) calc(58.3vw - 65px), ${onOneColumn}`,
  /** One card to four in a row, by their number. */
  cardGroup: [
    '(min-width: 1920px) 1011px, (min-width: 960px) 843px, 92vw',
    '(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 768px) 46vw, 92vw',
    `${third}, (min-width: 768px) calc(40vw - 32px), (min-width: 576px) calc(40vw - 16px), calc(100vw - 40px)`,
    `${fourInRow}, (min-width: 768px) calc(50vw - 52px), calc(100vw - 40px)`,
  ],
} as const;
