import type { ComponentType } from 'react';
import type { KindName } from '#kinds/registry.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import type { RecordId } from '#view-model/records.ts';
import type { NamedRecord } from '#staff/publishing/records-publishing.tsx';

/** What a kind has of its own in the administration, where what is generated from its fields is not good enough. */
export type OwnForm = {
  /** Components that draw a field of the record, by its name. */
  fields?: Readonly<Record<string, ComponentType<OwnField>>>;
  /** Above the fields of a stored record: what it is besides them. `stored` is another one whenever it is stored otherwise; `onChanged`: it is now. */
  Above?: ComponentType<{ record: NamedRecord; stored: string; onChanged: () => void }>;
  /** Below the fields: what the record gives, or what is wrong with it. */
  Below?: ComponentType<{ id: RecordId | null }>;
  /** Above the list of the records. */
  AboveList?: ComponentType;
  /** The fields take the whole width. */
  isWide?: true;
};
export type OwnField = {
  field: EditorField;
  path: string;
  /** All fields of the record: one component may draw several, of which the others then draw nothing. */
  fields: readonly EditorField[];
};

/** The one place where a kind names what it has of its own: `src/admin/kinds/<kind>/own-form.ts`, with `ownForm`. */
const files = import.meta.glob<{ ownForm: OwnForm }>('../kinds/*/own-form.ts');

export async function loadOwnForm(kind: KindName): Promise<OwnForm> {
  const load = files[`../kinds/${kind.replaceAll('_', '-')}/own-form.ts`];
  return load ? (await load()).ownForm : {};
}
