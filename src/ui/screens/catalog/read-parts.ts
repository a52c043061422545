import type { CatalogEntry, CatalogPart } from '#view-model/screens/catalog-entries.ts';

/** A file of the publisher. Only its outline is validated, because it holds thousands of products. */
function isPart(value: unknown): value is CatalogPart {
  return typeof value === 'object' && value !== null && 'products' in value && Array.isArray(value.products);
}

/** The data of all products. A part that went away since the page was read has no products any more. */
export async function readParts(parts: readonly string[], signal: AbortSignal | undefined): Promise<CatalogEntry[]> {
  const read = await Promise.all(
    parts.map(async (part): Promise<readonly CatalogEntry[]> => {
      const response = await fetch(part, signal ? { signal } : {});
      if (response.status === 404 || response.status === 410) return [];
      if (!response.ok) throw new Error(`${part} was answered with ${response.status}`);
      const value: unknown = await response.json();
      if (!isPart(value)) throw new Error(`${part} is not a part of the catalog`);
      return value.products;
    }),
  );
  return read.flat();
}
