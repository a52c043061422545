import { galleryPath } from '#domain/addresses/gallery-path.ts';

/** What the gallery shows of each type of module, by type. */
type TypePictures = { styles: readonly CSSStyleSheet[]; drawn: ReadonlyMap<string, Element> };

const none: TypePictures = { styles: [], drawn: new Map() };
let asked: Promise<TypePictures> | null = null;

/** The pictures of all types, asked for once; those of a gallery that does not answer are none. */
export function typePictures(): Promise<TypePictures> {
  asked ??= Promise.all([readGallery(), readStyles()]).then(
    ([drawn, styles]) => ({ drawn, styles }),
    () => none,
  );
  return asked;
}

async function readGallery(): Promise<Map<string, Element>> {
  const response = await fetch(galleryPath, { headers: { accept: 'text/html' } });
  if (!response.ok || response.redirected) return new Map();
  const gallery = new DOMParser().parseFromString(await response.text(), 'text/html');
  return new Map(
    [...gallery.querySelectorAll<HTMLElement>('[data-picture-of]')].map((drawn) => {
      atRest(drawn);
      return [drawn.dataset['pictureOf'] ?? '', drawn] as const;
    }),
  );
}

/** Nothing in a picture runs or plays, and of its images the smallest is loaded. */
function atRest(drawn: HTMLElement): void {
  for (const element of drawn.querySelectorAll('script, link, iframe, video')) element.remove();
  for (const island of drawn.querySelectorAll('astro-island')) island.replaceWith(...island.childNodes);
  for (const image of drawn.querySelectorAll('img, source')) image.setAttribute('sizes', '160px');
}

/** The styles of the page, which are those of every type of module. */
function readStyles(): Promise<CSSStyleSheet[]> {
  const sources = [...document.head.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')];
  return Promise.all(
    sources.map(async (source) => {
      const text =
        source instanceof HTMLLinkElement ? await (await fetch(source.href)).text() : (source.textContent ?? '');
      return new CSSStyleSheet().replace(text);
    }),
  );
}
