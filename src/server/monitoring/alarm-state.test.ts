import { expect, it } from 'vitest';
import { type Alarm, type AlarmState, calm, nextAlarm } from './alarm-state.ts';

const at = '2026-05-04T08:00:00.000Z';

/** What is told over looks that see one status after another. */
function alarmsOver(statuses: readonly string[]): (string | null)[] {
  let state: AlarmState = calm;
  return statuses.map((status) => {
    const look = { status, since: status === 'ok' ? null : at, reason: status === 'ok' ? null : `It is ${status}.` };
    const next: { state: AlarmState; alarm: Alarm | null } = nextAlarm(state, look, at);
    state = next.state;
    return next.alarm && `${next.alarm.event} ${next.alarm.status}`;
  });
}

it('tells of nothing while all is well', () => {
  expect(alarmsOver(['ok', 'ok', 'ok'])).toEqual([null, null, null]);
});

it('tells of trouble once, at the second look that sees it, and of its end in the same way', () => {
  expect(alarmsOver(['ok', 'failing', 'failing', 'failing', 'ok', 'ok', 'ok'])).toEqual([
    null,
    null,
    'trouble failing',
    null,
    null,
    'recovered failing',
    null,
  ]);
});

it('is silent about what is over at the next look', () => {
  expect(alarmsOver(['database', 'ok', 'database', 'ok', 'failing', 'database', 'ok'])).toEqual(Array(7).fill(null));
});

it('tells when trouble becomes another, and of one end', () => {
  expect(alarmsOver(['failing', 'failing', 'database', 'database', 'ok', 'failing', 'ok', 'ok'])).toEqual([
    null,
    'trouble failing',
    null,
    'trouble database',
    null,
    null,
    null,
    'recovered database',
  ]);
});

it('says since when, and why', () => {
  const first = nextAlarm(calm, { status: 'paused', since: null, reason: null }, at);
  const { alarm } = nextAlarm(first.state, { status: 'paused', since: null, reason: null }, at);
  expect(alarm).toEqual({ event: 'trouble', status: 'paused', since: at, reason: 'paused' });
});
