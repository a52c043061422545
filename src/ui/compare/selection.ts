import { useSyncExternalStore } from 'react';

/** A product that a visitor has chosen for the comparison. */
export type Chosen = { slug: string; name: string };

/** More do not stand side by side. */
export const mostCompared = 4;

const storageKey = 'compared-products';
const none: readonly Chosen[] = [];
const listeners = new Set<() => void>();

let known: { text: string | null; chosen: readonly Chosen[] } = { text: null, chosen: none };

function isChosen(value: unknown): value is Chosen {
  return (
    typeof value === 'object' &&
    value !== null &&
    'slug' in value &&
    'name' in value &&
    typeof value.slug === 'string' &&
    typeof value.name === 'string'
  );
}

function parse(text: string | null): readonly Chosen[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isChosen).slice(0, mostCompared) : none;
  } catch {
    return none;
  }
}

/** What is chosen now: kept by the browser across pages and visits, and empty where it keeps nothing. */
export function readSelection(): readonly Chosen[] {
  let text: string | null;
  try {
    text = localStorage.getItem(storageKey);
  } catch {
    return known.chosen;
  }
  if (text !== known.text) known = { text, chosen: parse(text) };
  return known.chosen;
}

function write(chosen: readonly Chosen[]): void {
  const text = JSON.stringify(chosen);
  try {
    localStorage.setItem(storageKey, text);
    known = { text, chosen };
  } catch {
    // A browser that keeps nothing still compares on this page.
    known = { text: null, chosen };
  }
  for (const listener of listeners) listener();
}

export function isSelected(slug: string): boolean {
  return readSelection().some((product) => product.slug === slug);
}

/** Takes a product in or out; one too many is not taken in. */
export function toggleChosen(product: Chosen): void {
  const chosen = readSelection();
  if (isSelected(product.slug)) removeChosen(product.slug);
  else if (chosen.length < mostCompared) write([...chosen, product]);
}

export function removeChosen(slug: string): void {
  write(readSelection().filter((product) => product.slug !== slug));
}

export function clearChosen(): void {
  write(none);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** What is chosen, here and in other tabs; nothing while the page is made. */
export function useSelection(): readonly Chosen[] {
  return useSyncExternalStore(subscribe, readSelection, () => none);
}

/** The comparison of these products. */
export function compareHref(comparePath: string, slugs: readonly string[]): string {
  return `${comparePath}?products=${slugs.map(encodeURIComponent).join(',')}`;
}

/** The products that such an address names. */
export function comparedIn(search: string): string[] {
  const slugs = new URLSearchParams(search).get('products')?.split(',') ?? [];
  return [...new Set(slugs.map((slug) => slug.trim()).filter((slug) => slug !== ''))].slice(0, mostCompared);
}
