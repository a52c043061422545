import { useController, useFormContext } from 'react-hook-form';
import { afterPress } from './after-press.ts';

/** A field of the form at a path. A field with an error is validated with every change, until it is valid. */
export function useField(path: string) {
  const { field, fieldState } = useController({ name: path });
  const { trigger } = useFormContext();
  const { onChange, onBlur } = field;
  // Read while rendering: that subscribes to it.
  const isInvalid = fieldState.invalid;
  return {
    ...field,
    onBlur: () => afterPress(onBlur),
    onChange: (value: unknown) => {
      onChange(value);
      if (isInvalid) void trigger(path);
    },
  };
}
