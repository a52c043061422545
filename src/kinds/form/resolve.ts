import { fieldIn } from '#domain/forms/form-fields.ts';
import type { ResolvedRecords } from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import { localText } from '../reading/local-text.ts';
import type { RecordRow } from '../shapes.ts';

export function resolveForm(row: RecordRow<'form'>, { locale, privacyPath }: ReadContext): ResolvedRecords['form'] {
  const fields = row.content.map((field) => fieldIn(field, locale));
  return {
    id: row.id,
    title: localText(row.localized, locale, 'title') ?? row.title,
    version: row.version,
    fields,
    privacyHref: privacyPath(),
  };
}
