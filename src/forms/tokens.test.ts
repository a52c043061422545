import { describe, expect, it } from 'vitest';
import { solved } from '../../tests/fixtures/solved-puzzle.ts';
import { makeConfirmation, readConfirmation, readSolution, tokenSeconds } from './tokens.ts';

const secret = 'a-secret-of-this-installation';
const longAgo = new Date(Date.now() - (tokenSeconds + 1) * 1000);

/** The solution with a changed payload. */
function changed(solution: string, change: (payload: { challenge: object; solution: object }) => object): string {
  const payload = JSON.parse(atob(solution));
  return btoa(JSON.stringify({ ...payload, ...change(payload) }));
}

describe('a puzzle', () => {
  it('is solved, and its solution is known by its signature', async () => {
    const solution = await solved(secret, 3);
    const { challenge } = JSON.parse(atob(solution));
    const read = await readSolution(secret, solution, 3);
    expect(read).toEqual({ ok: true, token: { id: challenge.signature, expiresAt: expect.any(Date) } });
    const seconds = read.ok ? (read.token.expiresAt.getTime() - Date.now()) / 1000 : 0;
    expect(seconds).toBeGreaterThan(tokenSeconds - 60);
    expect(seconds).toBeLessThanOrEqual(tokenSeconds);
  });

  const made = () => solved(secret, 3);
  it.each([
    ['too late', 'expired', async () => solved(secret, 3, longAgo)],
    ['for another form', 'foreign', async () => solved(secret, 4)],
    ['of another installation', 'forged', async () => solved('another secret', 3)],
    [
      'that is wrong',
      'forged',
      async () => changed(await made(), ({ solution }) => ({ solution: { ...solution, counter: 70_000 } })),
    ],
    [
      'that is only the beginning of the key',
      'forged',
      async () => changed(await made(), ({ solution }) => ({ solution: { ...solution, derivedKey: 'ab'.repeat(32) } })),
    ],
    [
      'without a signature',
      'forged',
      async () => changed(await made(), ({ challenge }) => ({ challenge: { ...challenge, signature: '' } })),
    ],
    ['that cannot be read', 'forged', async () => 'äöü'],
    ['that is nothing', 'forged', async () => ''],
  ])('refuses a solution %s', async (_, problem, make) => {
    expect(await readSolution(secret, await make(), 3)).toEqual({ ok: false, problem });
  });

  it('does not take a longer life that somebody wrote into it', async () => {
    const { challenge, solution } = JSON.parse(atob(await solved(secret, 3, longAgo)));
    challenge.parameters.expiresAt += 2 * tokenSeconds;
    const text = btoa(JSON.stringify({ challenge, solution }));
    expect(await readSolution(secret, text, 3)).toEqual({ ok: false, problem: 'forged' });
  });
});

describe('a confirmation', () => {
  it('is read by who made it, for the same form, in time', async () => {
    const token = await makeConfirmation(secret, 3);
    expect(await readConfirmation(secret, token, 3)).toMatchObject({ ok: true });
    expect(await readConfirmation(secret, token, 4)).toEqual({ ok: false, problem: 'foreign' });
    const late = await makeConfirmation(secret, 3, longAgo);
    expect(await readConfirmation(secret, late, 3)).toEqual({ ok: false, problem: 'expired' });
    const forged = { ok: false, problem: 'forged' };
    expect(await readConfirmation('other', token, 3)).toEqual(forged);
    expect(await readConfirmation(secret, token.replace('.3.', '.4.'), 4)).toEqual(forged);
    expect(await readConfirmation(secret, '', 3)).toEqual(forged);
  });
});
