import { useStore } from '@nanostores/react';
import { atom, onMount } from 'nanostores';

/** A product that a visitor has chosen for the comparison. */
export type Chosen = { slug: string; name: string };

/** More do not fit side by side. */
export const maxCompared = 4;

const storageKey = 'compared-products';
const none: readonly Chosen[] = [];
const selection = atom<readonly Chosen[]>(none);

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
    return Array.isArray(value) ? value.filter(isChosen).slice(0, maxCompared) : none;
  } catch {
    return none;
  }
}

function readStored(): void {
  try {
    selection.set(parse(localStorage.getItem(storageKey)));
  } catch {
    // Without storage the selection lasts for this page only.
  }
}

onMount(selection, () => {
  if (typeof window === 'undefined') return undefined;
  readStored();
  addEventListener('storage', readStored);
  return () => removeEventListener('storage', readStored);
});

/** The current selection, stored by the browser across pages and visits; empty without storage. */
export function readSelection(): readonly Chosen[] {
  return selection.get();
}

function write(chosen: readonly Chosen[]): void {
  selection.set(chosen);
  try {
    localStorage.setItem(storageKey, JSON.stringify(chosen));
  } catch {
    // It stays chosen on this page.
  }
}

export function isSelected(slug: string): boolean {
  return readSelection().some((product) => product.slug === slug);
}

/** Takes a product in or out; one too many is not taken in. */
export function toggleChosen(product: Chosen): void {
  const chosen = readSelection();
  if (isSelected(product.slug)) removeChosen(product.slug);
  else if (chosen.length < maxCompared) write([...chosen, product]);
}

export function removeChosen(slug: string): void {
  write(readSelection().filter((product) => product.slug !== slug));
}

export function clearChosen(): void {
  write(none);
}

/** The selection, in sync with other tabs; empty during server rendering. */
export function useSelection(): readonly Chosen[] {
  return useStore(selection, { ssr: 'initial' });
}

/** The comparison of these products. */
export function compareHref(comparePath: string, slugs: readonly string[]): string {
  return `${comparePath}?products=${slugs.map(encodeURIComponent).join(',')}`;
}

/** The products that such an address names. */
export function comparedIn(search: string): string[] {
  const slugs = new URLSearchParams(search).get('products')?.split(',') ?? [];
  return [...new Set(slugs.map((slug) => slug.trim()).filter((slug) => slug !== ''))].slice(0, maxCompared);
}
