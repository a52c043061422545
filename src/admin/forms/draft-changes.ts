import { mergeVersions } from '#domain/pages/merge-versions.ts';
import { getFieldTitle } from './field-names.ts';
import type { FormDraft } from './form-draft.ts';

const names: Partial<Record<string, string>> = {
  title: 'Form name',
  titles: 'Form name in other languages',
  successUrl: 'Success URL',
  retentionDays: 'How long submissions are kept',
};

/** The name of a path in a draft: a field by its label, other properties by their names. */
function getPlaceName([part, index]: readonly (string | number)[], { fields }: FormDraft): string {
  if (part !== 'fields') return names[String(part)] ?? String(part);
  const field = typeof index === 'number' ? fields[index] : undefined;
  return field ? getFieldTitle(field) : 'The fields and their order';
}

/** The names of places in a draft, without duplicates. */
export function listPlaceNames(places: readonly { path: readonly (string | number)[] }[], draft: FormDraft): string[] {
  return [...new Set(places.map(({ path }) => getPlaceName(path, draft)))];
}

/** The names of the changed places between two drafts. */
export function changedNames(before: FormDraft, after: FormDraft): string[] {
  return listPlaceNames(mergeVersions(before, after, before).changes, after);
}
