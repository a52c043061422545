/** The format of the zone that was asked for last: it takes longer to make one than to use it a hundred times. */
let last: { zone: string; format: Intl.DateTimeFormat } | null = null;

function getFormat(zone: string): Intl.DateTimeFormat {
  if (last?.zone === zone) return last.format;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  last = { zone, format };
  return format;
}

/** The offset of a time zone at a moment, in milliseconds east of UTC. */
function offsetAt(moment: number, zone: string): number {
  const parts = getFormat(zone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(moment / 1000) * 1000;
}

const day = 24 * 60 * 60 * 1000;

/**
 * The moments at which clocks of a time zone show a date and a time: none when they skip it in spring, two when they show it twice
 * in autumn, the earlier one first.
 *
 * @param local a date and a time without an offset, as `<input type="datetime-local">` has it
 * @example listMoments('2026-10-25T02:30', 'Europe/Zurich') // ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
 */
export function listMoments(local: string, zone: string): string[] {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = new Set([-day, 0, day].map((shift) => offsetAt(asUtc + shift, zone)));
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((moment) => moment + offsetAt(moment, zone) === asUtc)
    .toSorted((a, b) => a - b)
    .map((moment) => new Date(moment).toISOString());
}

/** Whether there is such a time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
