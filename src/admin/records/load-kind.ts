import type { Kind } from '#kinds/contract.ts';
import type { KindName } from '#kinds/registry.ts';
import { isRecord } from '#domain/objects.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import { type OwnForm, loadOwnForm } from './own-form.ts';
import { recordFields } from './record-values.ts';

/** A kind with the fields of its form, and what it has of its own. */
export type LoadedKind = Kind & {
  fields: readonly EditorField[];
  /** Those with what machines write, which lists show. */
  columns: readonly EditorField[];
  own: OwnForm;
};

/** The definitions of the kinds, each loaded when its first list or form is opened. */
const definitions = import.meta.glob<Record<string, unknown>>('../../kinds/*/kind.ts');
const loaded = new Map<KindName, Promise<LoadedKind>>();

export function loadKind(kind: KindName): Promise<LoadedKind> {
  let found = loaded.get(kind);
  if (!found) loaded.set(kind, (found = load(kind)));
  return found;
}

async function load(kind: KindName): Promise<LoadedKind> {
  const read = definitions[`../../kinds/${kind.replaceAll('_', '-')}/kind.ts`];
  const [parts, own] = await Promise.all([read?.(), loadOwnForm(kind)]);
  const found = Object.values(parts ?? {}).find((value) => isDefinition(value, kind));
  if (!found) throw new Error(`The kind ${kind} has no definition`);
  const columns = recordFields({ ...found, machineWritten: [] });
  return { ...found, fields: recordFields(found), columns, own };
}

/** What `defineKind` has made; a file may export its parts as well. */
function isDefinition(value: unknown, kind: KindName): value is Kind {
  return isRecord(value) && value['kind'] === kind && typeof value['parse'] === 'function';
}
