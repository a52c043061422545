import { useController, useFormContext } from 'react-hook-form';

/** A field of the form at a path. A field that is marked as wrong is checked with every change, until it is right. */
export function useField(path: string) {
  const { field, fieldState } = useController({ name: path });
  const { trigger } = useFormContext();
  const { onChange } = field;
  // Read while rendering: that is what subscribes to it.
  const isInvalid = fieldState.invalid;
  return {
    ...field,
    onChange: (value: unknown) => {
      onChange(value);
      if (isInvalid) void trigger(path);
    },
  };
}
