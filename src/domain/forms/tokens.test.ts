import { describe, expect, it } from 'vitest';
import { solveChallenge } from './puzzle.ts';
import { makeChallenge, makeConfirmation, readConfirmation, readSolution, tokenSeconds } from './tokens.ts';

const secret = 'a-secret-of-this-installation';
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date(now.getTime() + (tokenSeconds + 1) * 1000);

async function solved(formId = 3): Promise<string> {
  const solution = await solveChallenge(await makeChallenge(secret, formId, now, 600));
  if (solution === null) throw new Error('The puzzle has no solution');
  return solution;
}

/** The solution with something else in it. */
function changed(solution: string, change: Record<string, unknown>): string {
  return btoa(JSON.stringify({ ...JSON.parse(atob(solution)), ...change }));
}

describe('a puzzle', () => {
  it('is solved, and its solution is known by its signature', async () => {
    const solution = await solved();
    const { signature } = JSON.parse(atob(solution));
    expect(await readSolution(secret, solution, 3, now)).toEqual({
      ok: true,
      token: { id: signature, expiresAt: new Date(now.getTime() + tokenSeconds * 1000) },
    });
  });

  it.each([
    ['too late', 'expired', async () => readSolution(secret, await solved(), 3, later)],
    ['for another form', 'foreign', async () => readSolution(secret, await solved(), 4, now)],
    ['of another installation', 'forged', async () => readSolution('other', await solved(), 3, now)],
    ['that is wrong', 'forged', async () => readSolution(secret, changed(await solved(), { number: 700 }), 3, now)],
    ['to a puzzle of its own', 'forged', async () => readSolution(secret, await ownPuzzle(), 3, now)],
    [
      'without a signature',
      'forged',
      async () => readSolution(secret, changed(await solved(), { signature: '' }), 3, now),
    ],
    ['that cannot be read', 'forged', async () => readSolution(secret, 'äöü', 3, now)],
    ['that is nothing', 'forged', async () => readSolution(secret, '', 3, now)],
  ])('refuses a solution %s', async (_, problem, read) => {
    expect(await read()).toEqual({ ok: false, problem });
  });

  it('does not take a longer life that somebody wrote into it', async () => {
    const { salt, number } = JSON.parse(atob(await solved()));
    const stretched = changed(await solved(), { salt: salt.replace('expires=1', 'expires=9'), number });
    expect(await readSolution(secret, stretched, 3, later)).toEqual({ ok: false, problem: 'forged' });
  });

  async function ownPuzzle(): Promise<string> {
    const own = await makeChallenge('of-somebody', 3, now, 10);
    return (await solveChallenge(own)) ?? '';
  }
});

describe('a confirmation', () => {
  it('is read by who made it, for the same form, in time', async () => {
    const token = await makeConfirmation(secret, 3, now);
    expect(await readConfirmation(secret, token, 3, now)).toMatchObject({ ok: true });
    expect(await readConfirmation(secret, token, 4, now)).toEqual({ ok: false, problem: 'foreign' });
    expect(await readConfirmation(secret, token, 3, later)).toEqual({ ok: false, problem: 'expired' });
    expect(await readConfirmation('other', token, 3, now)).toEqual({ ok: false, problem: 'forged' });
    expect(await readConfirmation(secret, token.replace('form=3', 'form=4'), 4, now)).toEqual({
      ok: false,
      problem: 'forged',
    });
    expect(await readConfirmation(secret, '', 3, now)).toEqual({ ok: false, problem: 'forged' });
  });
});
