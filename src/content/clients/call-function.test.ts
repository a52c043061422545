import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail } from '#domain/result.ts';
import { callFunction, callOrRefuse } from './call-function.ts';
import type { Answer } from './client.ts';
import type { Calls } from './database.ts';

const answering = (answer: Answer): Calls => ({ rpc: async () => answer });
const taken = { code: '23505', message: 'duplicate key', details: 'Key (name)=(Otto) already exists.' };

describe('callFunction', () => {
  it('calls the function by its name with its arguments, and parses the answer', async () => {
    const asked: unknown[] = [];
    const calls: Calls = {
      rpc: async (...call) => {
        asked.push(call);
        return { data: '7', error: null };
      },
    };
    await expect(callFunction(calls, 'mark_avif', z.coerce.number(), { p_hashes: ['a'] })).resolves.toBe(7);
    expect(asked).toEqual([['mark_avif', { p_hashes: ['a'] }]]);
  });

  it('throws what the database says, and an answer of another shape, with the name of the function', async () => {
    await expect(callFunction(answering({ data: null, error: taken }), 'export_count', z.int())).rejects.toMatchObject({
      call: 'export_count',
      code: '23505',
      reason: 'duplicate key',
      details: taken.details,
    });
    await expect(callFunction(answering({ data: 'x', error: null }), 'export_count', z.int())).rejects.toMatchObject({
      call: 'export_count',
      code: 'shape',
    });
  });
});

describe('callOrRefuse', () => {
  const ask = (answer: Answer) =>
    callOrRefuse(
      answering(answer),
      'export_count',
      z.int(),
      async ({ code }) => (code === '23505' ? fail('conflict', 'There is one already.') : null),
      {},
    );

  it('answers with what was asked for, or with the refusal', async () => {
    expect(await ask({ data: 3, error: null })).toEqual({ ok: true, value: 3 });
    expect(await ask({ data: null, error: taken })).toEqual(fail('conflict', 'There is one already.'));
  });

  it('throws an error that it is not told to refuse', async () => {
    await expect(ask({ data: null, error: { ...taken, code: '57014' } })).rejects.toMatchObject({ code: '57014' });
  });
});
