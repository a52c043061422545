import { describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { findTarget } from './find-target.ts';

/** Nothing listens there: a path that needs the database fails, one that cannot name anything answers without asking. */
const client = createKeyClient('http://127.0.0.1:9', 'key');

describe('a path that cannot name anything', () => {
  it.each(['/en/page', '/kr/page', '/a//b', '/a/', '/..%2fsecret', '/%ff', '/a/%2e%2e', '/a%00'])(
    '%s is nobody’s, without a question to the database',
    async (path) => {
      expect(await findTarget(client, 'main', path, 'published')).toBeNull();
    },
  );

  it('is distinguished from a database that does not answer', async () => {
    await expect(findTarget(client, 'main', '/page', 'published')).rejects.toThrow('find_page');
  });
});
