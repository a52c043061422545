import { findPlace } from '#domain/addresses/places.ts';
import { isReleaseId } from '#domain/addresses/release-query.ts';
import type { SiteId } from '#domain/sites.ts';

/** What makes an address one of a draft: the draft itself, or a release or moment in which it is shown. */
const draftParameters = ['draft', 'release', 'at'] as const;

/**
 * An address as it is reached from a draft: pages of the site get the parameters of the draft. Null for what has no draft: other
 * websites, files, the administration, places on the same page.
 *
 * @param href as in a link, relative to `here`
 * @example inDraft('/company#history', new URL('https://x.example/?draft=true'), 'main') // '/company?draft=true#history'
 */
export function inDraft(href: string, here: URL, site: SiteId): string | null {
  if (href === '' || href.startsWith('#') || !URL.canParse(href, here)) return null;
  const url = new URL(href, here);
  if (url.origin !== here.origin || !hasDraft(url, site)) return null;
  for (const name of draftParameters) {
    const value = here.searchParams.get(name);
    if (value !== null && !url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  // The islands of lists recognise their own links by the question mark.
  return `${href.startsWith('?') ? '' : url.pathname}${url.search}${url.hash}`;
}

function hasDraft(url: URL, site: SiteId): boolean {
  const { pathname, searchParams } = url;
  if (findPlace(url, site) !== null) return false;
  if (searchParams.get('draft') === 'true' || isReleaseId(searchParams.get('release'))) return true;
  // A moment by itself asks for the page as visitors saw it then.
  return !searchParams.has('at') && !/^\/_|\.[a-z0-9]+$/i.test(pathname);
}

/**
 * Keeps the draft through whatever leads to another page: links, forms that ask for a page, and islands that write their state
 * into the address. The page's markup is that of visitors and knows nothing of drafts, so an address is completed at the moment
 * in which it is used. Returns a function that stops it.
 */
export function keepDraft(site: SiteId): () => void {
  const stop = new AbortController();
  const listening = { capture: true, signal: stop.signal };
  const completeLink = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    if (!link || link.hasAttribute('download') || isOfEditor(link)) return;
    const href = inDraft(link.getAttribute('href') ?? '', new URL(location.href), site);
    if (href !== null) link.setAttribute('href', href);
  };
  // A link opens by a click, the middle button, its menu, or by being dragged into another window.
  for (const type of ['click', 'auxclick', 'contextmenu', 'dragstart']) {
    document.addEventListener(type, completeLink, listening);
  }
  document.addEventListener('formdata', (event) => completeForm(event, site), listening);
  const restore = completeHistory(site);
  return () => {
    stop.abort();
    restore();
  };
}

function isOfEditor(element: Element): boolean {
  return element.closest('#editor-root') !== null;
}

/** A form that asks for a page, such as a search: its query replaces the one of its address. */
function completeForm({ target, formData }: FormDataEvent, site: SiteId): void {
  if (!(target instanceof HTMLFormElement) || isOfEditor(target) || target.getAttribute('method') === 'post') return;
  const here = new URL(location.href);
  const action = inDraft(target.getAttribute('action') ?? here.pathname, here, site);
  if (action === null) return;
  const { searchParams } = new URL(action, here);
  for (const name of draftParameters) {
    const value = searchParams.get(name);
    if (value !== null) formData.set(name, value);
  }
}

/** Islands write filters and searches into the address, without the parameters that are not theirs. */
function completeHistory(site: SiteId): () => void {
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  const complete = (address: string | URL | null | undefined) =>
    address === null || address === undefined
      ? address
      : (inDraft(String(address), new URL(location.href), site) ?? address);
  history.pushState = (data, unused, address) => pushState(data, unused, complete(address));
  history.replaceState = (data, unused, address) => replaceState(data, unused, complete(address));
  return () => {
    history.pushState = pushState;
    history.replaceState = replaceState;
  };
}
