import { describe, expect, it } from 'vitest';
import { describeCause, describeError } from './describe-error.ts';

describe('describeError', () => {
  it('is the message of an error, and the text of anything else that was thrown', () => {
    expect(describeError(new TypeError('The page is gone'))).toBe('The page is gone');
    expect(describeError('stopped')).toBe('stopped');
    expect(describeError(undefined)).toBe('undefined');
  });
});

describe('describeCause', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

  it('is what fetch wraps, and the first of several addresses that were tried', () => {
    expect(describeCause(new TypeError('fetch failed', { cause: refused }))).toBe(refused.message);
    expect(describeCause(new TypeError('fetch failed', { cause: new AggregateError([refused]) }))).toBe(
      refused.message,
    );
    expect(describeCause(new AggregateError([refused]))).toBe(refused.message);
  });

  it('is the error itself where its cause says nothing', () => {
    expect(describeCause(new TypeError('fetch failed', { cause: new Error() }))).toBe('fetch failed');
    expect(describeCause(Object.assign(new Error(), { code: 'ETIMEDOUT' }))).toBe('ETIMEDOUT');
    expect(describeCause(new RangeError())).toBe('RangeError');
    expect(describeCause('stopped')).toBe('stopped');
  });

  it('is what the requests of this program reject with', async () => {
    const failure: unknown = await fetch('http://127.0.0.1:1/').catch((error: unknown) => error);
    expect(describeCause(failure)).toMatch(/bad port|ECONNREFUSED/);
  });
});
