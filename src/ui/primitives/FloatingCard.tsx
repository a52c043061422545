import type { ReactNode } from 'react';
import type { Image } from '#view-model/resolved.ts';
import { Picture } from './Picture.tsx';
import './floating-card.css';

type FloatingCardProps = { image: Image; side: 'left' | 'right'; children: ReactNode };

/** A picture from edge to edge with a card over it. The card has the ground of its module, so its words are legible on any picture. */
export function FloatingCard({ image, side, children }: FloatingCardProps): ReactNode {
  return (
    <div className={`floating floating--${side}`}>
      <Picture className="floating__picture" image={image} sizes="100vw" />
      <div className="floating__card">{children}</div>
    </div>
  );
}
