import { useController } from 'react-hook-form';
import type { FocusPoint } from '#domain/media/focus-point.ts';

/** Where a picture is cropped around, as long as nobody has said so. */
const middle: FocusPoint = [50, 50];

/** The focal point of the picture in the form; `isChosen` is false where nobody has set one. */
export function useFocusPoint() {
  const { field: x } = useController({ name: 'focus_x' });
  const { field: y } = useController({ name: 'focus_y' });
  const chosen: FocusPoint | null =
    typeof x.value === 'number' && typeof y.value === 'number' ? [x.value, y.value] : null;
  return {
    point: chosen ?? middle,
    isChosen: chosen !== null,
    set: (point: FocusPoint | null) => {
      x.onChange(point?.[0] ?? null);
      y.onChange(point?.[1] ?? null);
    },
  };
}
