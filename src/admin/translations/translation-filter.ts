import { type TargetLocale, isTargetLocale } from '#domain/locales.ts';
import { type SiteId, isSiteId } from '#domain/sites.ts';
import { type KindName, isKindName } from '#kinds/registry.ts';

const states = ['to-do', 'stale', 'absent', 'partly'] as const;
export type AskedState = (typeof states)[number];

/** What the matrix shows; it is in the address, so that one comes back to it from the desk. */
export type TranslationFilter = {
  site: SiteId;
  locale: TargetLocale | null;
  kind: KindName | null;
  state: AskedState | null;
};

/** The filter of an address. What it does not say, or nobody knows, chooses nothing. */
export function readFilter(query: string, site: SiteId): TranslationFilter {
  const parameters = new URLSearchParams(query);
  const asked = { site: parameters.get('site'), locale: parameters.get('locale'), kind: parameters.get('kind') };
  return {
    site: isSiteId(asked.site) ? asked.site : site,
    locale: isTargetLocale(asked.locale) ? asked.locale : null,
    kind: isKindName(asked.kind) ? asked.kind : null,
    state: states.find((state) => state === parameters.get('state')) ?? null,
  };
}

/** The query of an address; empty where nothing is chosen. */
export function formatFilter(filter: TranslationFilter): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  return `?${query}`;
}
