/** How long a slide is shown, and in which steps its bar fills, in milliseconds. */
export const autoplay = { duration: 10_000, step: 10 } as const;

/** How much of the bar is filled, from 0 to 100, after a part of the time: it grows with each full step. */
export function progressAt(part: number): number {
  const steps = autoplay.duration / autoplay.step;
  return (Math.floor(part * steps + 1e-6) * 100) / steps;
}
