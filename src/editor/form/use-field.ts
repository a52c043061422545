import { useController, useFormContext } from 'react-hook-form';

/** A field of the form at a path. A field that is marked as wrong is checked with every change, until it is right. */
export function useField(path: string) {
  const { field, fieldState } = useController({ name: path });
  const { trigger } = useFormContext();
  const { onChange } = field;
  return {
    ...field,
    onChange: (value: unknown) => {
      onChange(value);
      if (fieldState.invalid) void trigger(path);
    },
  };
}
