/** What is wrong, as `/healthz` says it, or that all is well. */
export type Look = { status: string; since: string | null; reason: string | null };

/** What operators are told: that something is wrong, that what they were told of is over, or that a release was not published. */
export type Alarm = { event: 'trouble' | 'recovered' | 'release'; status: string; since: string; reason: string };

export type AlarmState = {
  /** The last trouble that was told and is not over. */
  sent: Alarm | null;
  /** What was seen at the look before, and at how many in succession. */
  seen: { status: string; times: number };
};

export const calm: AlarmState = { sent: null, seen: { status: 'ok', times: 0 } };

/** Looks in succession that have to agree: a database that is restarted wakes nobody. */
const certain = 2;

/**
 * What a look at the health means for operators.
 * @returns the next state, and what has to be told now; null for nothing
 * @example nextAlarm(calm, { status: 'ok', since: null, reason: null }, at).alarm // null
 */
export function nextAlarm(
  { sent, seen }: AlarmState,
  { status, since, reason }: Look,
  at: string,
): { state: AlarmState; alarm: Alarm | null } {
  const times = status === seen.status ? seen.times + 1 : 1;
  const unchanged = { state: { sent, seen: { status, times } }, alarm: null };
  if (times < certain || status === (sent?.status ?? 'ok')) return unchanged;
  if (status === 'ok') {
    // Only where something was told: otherwise it is equal to "ok" above.
    const alarm: Alarm | null = sent && { ...sent, event: 'recovered' };
    return { state: { sent: null, seen: { status, times } }, alarm };
  }
  const alarm: Alarm = { event: 'trouble', status, since: since ?? at, reason: reason ?? status };
  return { state: { sent: alarm, seen: { status, times } }, alarm };
}
