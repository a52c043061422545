import { type ReactNode, useEffect, useId, useState } from 'react';

type Props = {
  label: string;
  /** The label while it is busy. */
  busyLabel?: string | undefined;
  icon?: ReactNode;
  className: string;
  /** Why it is disabled. It stays focusable, so that screen readers announce the reason. */
  reason?: string | null | undefined;
  isBlocked?: boolean;
  /** What it would do, where the label alone does not tell. */
  tip?: string | null | undefined;
  control?: string;
  onPress: () => void;
};

/** A button with a tooltip: why it is disabled, or its label where there is room for the icon only. Escape hides it. */
export function TipButton({
  label,
  busyLabel,
  icon,
  className,
  reason,
  tip,
  isBlocked,
  control,
  onPress,
}: Props): ReactNode {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const explained = reason ?? tip;
  const isDisabled = Boolean(reason) || isBlocked === true;

  useEffect(() => {
    if (!isShown) return;
    const hide = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setShown(false);
      // What else Escape would close is below the tooltip.
      if (reason) event.preventDefault();
    };
    document.addEventListener('keydown', hide, { capture: true });
    return () => document.removeEventListener('keydown', hide, { capture: true });
  }, [isShown, reason]);

  return (
    <span
      className="ed-tip"
      data-shown={isShown ? '' : undefined}
      onPointerEnter={() => setShown(true)}
      onPointerLeave={() => setShown(false)}
    >
      <button
        type="button"
        className={className}
        data-control={control}
        aria-disabled={isDisabled ? true : undefined}
        aria-busy={busyLabel ? true : undefined}
        aria-describedby={explained ? id : undefined}
        onFocus={(event) => setShown(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setShown(false)}
        onClick={() => {
          if (!isDisabled) onPress();
        }}
      >
        {icon}
        <span className="ed-button__label">{busyLabel ?? label}</span>
      </button>
      {explained ? (
        <span className="ed-tip__text" role="tooltip" id={id}>
          {explained}
        </span>
      ) : icon ? (
        <span className="ed-tip__text ed-tip__text--label" aria-hidden="true">
          {label}
        </span>
      ) : null}
    </span>
  );
}
