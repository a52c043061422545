import { type ReactNode, useState } from 'react';
import { useNarrow } from '../controls/use-narrow.ts';
import { Switch } from '../controls/Switch.tsx';

const sides = ['before', 'after'] as const;
export type ViewSide = (typeof sides)[number];

type Props = {
  names: Readonly<Record<ViewSide, string>>;
  /** What stands above both. */
  head?: ReactNode;
  render: (side: ViewSide) => ReactNode;
};

/** Two views beside each other. On a narrow screen they lie on each other, scrolled together, and are switched. */
export function TwoViews({ names, head, render }: Props): ReactNode {
  const isNarrow = useNarrow();
  const [shown, setShown] = useState<ViewSide>('after');
  return (
    <div className="ed-history__views">
      <div className="ed-history__switches">
        {head}
        {isNarrow ? <Switch label="Version" names={names} chosen={shown} onChoose={setShown} /> : null}
      </div>
      {sides.map((side) => (
        <div key={side} className="ed-history__view" data-behind={isNarrow && side !== shown ? '' : undefined}>
          {render(side)}
        </div>
      ))}
    </div>
  );
}
