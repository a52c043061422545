import { describe, expect, it } from 'vitest';
import { makeSecret, readToken, makeToken } from './shared-link.ts';

describe('the token of a link', () => {
  const { secret, hash } = makeSecret();
  const token = makeToken('key', 7, secret);

  it('names the link, and has the secret but not its hash', () => {
    expect(readToken('key', token)).toEqual({ id: 7, hash });
    expect(token).not.toContain(hash);
  });

  it('is refused when anything of it is another, and when another server has signed it', () => {
    const [id = '', own = '', signature = ''] = token.split('.');
    const turned = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    for (const forged of [
      `8.${own}.${signature}`,
      `${id}.${turned(own)}.${signature}`,
      `${id}.${own}.${turned(signature)}`,
      `${id}.${own}`,
      `${token}.`,
      ` ${token}`,
      '',
    ]) {
      expect([forged, readToken('key', forged)]).toEqual([forged, null]);
    }
    expect(readToken('another key', token)).toBeNull();
  });
});
