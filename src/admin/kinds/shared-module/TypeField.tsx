import { type ReactNode, useContext } from 'react';
import { useWatch } from 'react-hook-form';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { Fields } from '#staff/fields/Fields.tsx';
import { IsNewRecord } from '../../fields/SlugField.tsx';
import type { OwnField } from '../../records/own-form.ts';

/** What a shared module is: chosen for a new one, and told of one that pages may show already, whose content is of that type. */
export default function TypeField({ field, path }: OwnField): ReactNode {
  const isNew = useContext(IsNewRecord);
  const type: unknown = useWatch({ name: path });
  if (isNew || typeof type !== 'string' || !isRegisteredType(type)) return <Fields fields={[field]} path="" />;
  return (
    <p className="ed-field__help">
      {field.label}: {getDefinition(type).displayName}
    </p>
  );
}
