import { isRecord } from '#domain/objects.ts';

/** An output that publishing changed, in words. */
export type ResultRow = { name: string; href: string | null; change: string; why: string; isPage: boolean };

/** The result of publishing on its way from the draft to the published view, which shows it once. */
export type StoredResult = {
  /** The path of the published page. */
  path: string;
  announcement: string;
  /** The page in the languages in which it is another now, where it is as it was in that of the draft. */
  elsewhere: { name: string; href: string }[];
  rows: ResultRow[];
};

const key = 'editor:published';

export function storeResult(result: StoredResult): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(result));
  } catch {
    // No storage: the published view is shown without the result.
  }
}

/** The result for a page, taken out of the store; null when there is none. */
export function takeResult(path: string): StoredResult | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.removeItem(key);
    return isResult(stored) && stored.path === path ? stored : null;
  } catch {
    return null;
  }
}

function isResult(value: unknown): value is StoredResult {
  return (
    isRecord(value) &&
    typeof value['path'] === 'string' &&
    typeof value['announcement'] === 'string' &&
    Array.isArray(value['elsewhere']) &&
    value['elsewhere'].every(
      (link) => isRecord(link) && typeof link['name'] === 'string' && typeof link['href'] === 'string',
    ) &&
    Array.isArray(value['rows']) &&
    value['rows'].every(isRow)
  );
}

function isRow(value: unknown): value is ResultRow {
  return (
    isRecord(value) &&
    ['name', 'change', 'why'].every((name) => typeof value[name] === 'string') &&
    (value['href'] === null || typeof value['href'] === 'string') &&
    typeof value['isPage'] === 'boolean'
  );
}
