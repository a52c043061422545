import type { ReactNode, RefObject } from 'react';

type Props = {
  ref: RefObject<HTMLDivElement | null>;
  /** What is chosen here, for those who cannot see it. */
  label: string;
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** What opens below a field to choose something. Escape closes it. */
export function PickerFrame({ ref, label, isBusy, onClose, children }: Props): ReactNode {
  return (
    // Keyboard events bubble from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      className="ed-picker"
      role="group"
      aria-label={label}
      aria-busy={isBusy}
      onKeyDown={(event) => {
        // A dialog opened from here is a child in React's tree, and closes itself.
        const isInside = event.target instanceof Node && ref.current?.contains(event.target);
        // While characters are being composed, Escape and Enter are for those.
        if (event.key !== 'Escape' || !isInside || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </div>
  );
}
