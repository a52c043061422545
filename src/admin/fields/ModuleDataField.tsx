import { type ReactNode, useEffect, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isSame } from '#domain/pages/merge-versions.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { Fields } from '#staff/fields/Fields.tsx';
import { PlaceholderProvider } from '#staff/fields/placeholder.tsx';
import { editorFields, fillIn } from '#schema/editor-fields.ts';
import { layoutFields } from '#schema/fields.ts';

const layoutNames = new Set(Object.keys(layoutFields));

/** The content of a module, by the type that is chosen in the same form. */
export function ModuleDataField({ path }: { path: string }): ReactNode {
  const { getValues, setValue } = useFormContext();
  const type: unknown = useWatch({ name: 'type' });
  const definition = typeof type === 'string' && isRegisteredType(type) ? getDefinition(type) : null;
  const fields = useMemo(() => (definition ? editorFields(definition.schema) : []), [definition]);
  // What the type has and the data lacks, as the form of a module has it.
  useEffect(() => {
    const stored: unknown = getValues(path);
    const whole = fillIn(fields, stored);
    if (fields.length > 0 && !isSame(stored, { ...(stored as object), ...whole })) setValue(path, whole);
  }, [fields, path, getValues, setValue]);
  return definition ? (
    <PlaceholderProvider values={definition.placeholders}>
      <Fields fields={fields.filter(({ name }) => !layoutNames.has(name))} path={path} />
      <fieldset className="ed-group ed-group--layout">
        <legend className="ed-group__legend">Layout</legend>
        <Fields fields={fields.filter(({ name }) => layoutNames.has(name))} path={path} />
      </fieldset>
    </PlaceholderProvider>
  ) : (
    <p className="ed-screen__empty">Choose what it is first.</p>
  );
}
