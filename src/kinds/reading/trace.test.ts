import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Trace } from './trace.ts';

const at = '2026-01-10T12:00:00.000Z';

describe('a trace', () => {
  it('holds each tag once', () => {
    const trace = new Trace();
    trace.tag('page:1', 'image:2');
    trace.tag('page:1');
    expect([...trace.tags]).toEqual(['page:1', 'image:2']);
  });

  it('does not count moments that have passed, or that are now', () => {
    const trace = new Trace();
    for (const moment of [null, at, '2026-01-10T12:59:00+01:00', '2020-01-01']) trace.changesAt(moment, at);
    expect(trace.nextChangeAt).toBeNull();
  });

  it('does not count moments that never come', () => {
    const trace = new Trace();
    for (const moment of ['infinity', '10000-01-01T04:59:59+00:00', '9999-12-31T23:59:59-05:00'])
      trace.changesAt(moment, at);
    expect(trace.nextChangeAt).toBeNull();
  });

  it('knows the earliest moment to come, in whichever order and time zone they are noted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 })), (minutes) => {
        const trace = new Trace();
        for (const minute of minutes) {
          const moment = new Date(Date.parse(at) + minute * 60_000).toISOString();
          trace.changesAt(minute % 2 ? moment : moment.replace('Z', '+00:00'), at);
        }
        const later = minutes.filter((minute) => minute > 0);
        const first = later.length === 0 ? null : new Date(Date.parse(at) + Math.min(...later) * 60_000).toISOString();
        expect(trace.nextChangeAt).toBe(first);
      }),
    );
  });
});
