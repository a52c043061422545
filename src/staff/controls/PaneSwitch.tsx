import type { ReactNode } from 'react';

type Props = {
  isPreviewing: boolean;
  onSwitch: (isPreviewing: boolean) => void;
  className?: string;
};

/** On a narrow screen: the form, or its preview. */
export function PaneSwitch({ isPreviewing, onSwitch, className }: Props): ReactNode {
  return (
    <div className={className ? `ed-panes ${className}` : 'ed-panes'} role="group" aria-label="Show">
      {[false, true].map((isPreview) => (
        <button
          key={String(isPreview)}
          type="button"
          className="ed-button ed-button--small"
          aria-pressed={isPreviewing === isPreview}
          onClick={() => onSwitch(isPreview)}
        >
          {isPreview ? 'Preview' : 'Form'}
        </button>
      ))}
    </div>
  );
}
