import type { ReactNode } from 'react';
import type { FormFieldType } from '#domain/forms/form-fields.ts';

/** On a grid of 16, one stroke weight, like the icons of the module toolbar. Labels are beside them. */
const paths: Record<FormFieldType, string> = {
  Title: 'M3.5 4V3h9v1M8 3v10M6.5 13h3',
  SelectList: 'M2 4.5h12v7H2zM9.5 7.2l1.5 1.6 1.5-1.6M4 8h3',
  TextInput: 'M2 4.5h12v7H2zM4.5 6.5v3',
  LongTextInput: 'M2 2.5h12v11H2zM4.5 5.5h7M4.5 8h7M4.5 10.5h4',
  Checkbox: 'M3 3h10v10H3zM5.5 8l2 2 3.5-4',
  Button: 'M1.5 5h13v6h-13zM5 8h6',
  RadioButton: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  Slider: 'M1.5 8h5M9.5 8h5M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  DatePicker: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
};

export function TypeIcon({ type }: { type: FormFieldType }): ReactNode {
  return (
    <svg className="ed-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[type]} />
    </svg>
  );
}
