/** A release that was live within this time was on time. */
const punctualMilliseconds = 1000;

/**
 * How late a release was; nothing where it was on time.
 *
 * @example describeLateness('2026-01-01T08:00:00Z', '2026-01-01T08:05:00Z') // ', 5 min late'
 */
export function describeLateness(publishAt: string | null, liveAt: string | null): string {
  if (publishAt === null || liveAt === null) return '';
  const late = Date.parse(liveAt) - Date.parse(publishAt);
  if (late <= punctualMilliseconds) return '';
  const seconds = Math.round(late / 1000);
  if (seconds < 120) return `, ${seconds} s late`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `, ${minutes} min late` : `, ${Math.round(minutes / 60)} h late`;
}
