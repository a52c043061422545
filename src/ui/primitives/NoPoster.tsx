import type { ReactNode } from 'react';
import './video-frame.css';

/** Rings of a wave that spreads, where a video has no picture of its own. */
export function NoPoster(): ReactNode {
  return (
    <svg className="video-poster" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {[36, 72, 108, 144, 180, 216].map((radius) => (
        <circle key={radius} cx="250" cy="90" r={radius} />
      ))}
    </svg>
  );
}
