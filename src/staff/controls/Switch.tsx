import { type ReactNode, useState } from 'react';
import { getKeys } from '#domain/objects.ts';
import { useNarrow } from './use-narrow.ts';

type Props<Name extends string> = {
  label: string;
  /** What each choice is called. */
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** Buttons of which one is pressed. */
export function Switch<Name extends string>({ label, names, chosen, onChoose }: Props<Name>): ReactNode {
  return (
    <div className="ed-history__switch" role="group" aria-label={label}>
      {getKeys(names).map((name) => (
        <button
          key={name}
          type="button"
          className="ed-button ed-button--small"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {names[name]}
        </button>
      ))}
    </div>
  );
}

const widths = { phone: 390, desktop: 1280 } as const;
const widthNames = { phone: 'Phone', desktop: 'Desktop' } as const;

/** The width at which pages are shown, in their own pixels, with the switch for it; at first that of the screen. */
export function useWidth(): { width: number; widthSwitch: ReactNode } {
  const isNarrow = useNarrow();
  const [chosen, choose] = useState<keyof typeof widths | null>(null);
  const name = chosen ?? (isNarrow ? 'phone' : 'desktop');
  return {
    width: widths[name],
    widthSwitch: <Switch label="Width of the page" names={widthNames} chosen={name} onChoose={choose} />,
  };
}
