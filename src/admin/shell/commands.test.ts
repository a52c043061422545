import { describe, expect, it } from 'vitest';
import { adminScreenOf } from '#domain/admin-paths.ts';
import { grantsOf } from '#domain/rights.ts';
import { isUploadKind } from '#domain/upload-kinds.ts';
import { isDeletable } from './navigation.ts';
import { recordKinds, wordsOf } from '#kinds/registry.ts';
import { allCommands } from './commands.ts';

const titles = (role: 'admin' | 'editor') => allCommands(grantsOf(role)).map(({ title }) => title);

describe('the commands of the search', () => {
  it('begin a record of each kind that people make, and all else that is made', () => {
    const expected = recordKinds
      .filter(isDeletable)
      .map((kind) => (isUploadKind(kind) ? `Upload ${wordsOf(kind).many}` : `New ${wordsOf(kind).one}`));
    expect(titles('editor')).toEqual(expect.arrayContaining([...expected, 'New page', 'New form', 'New release']));
  });

  it('are those that the person may use', () => {
    expect(titles('admin')).toContain('Invite somebody');
    expect(titles('editor')).not.toContain('Invite somebody');
  });

  it('each lead to a screen, under a title of its own', () => {
    const commands = allCommands(grantsOf('admin'));
    for (const { href } of commands) expect(adminScreenOf(href.split('?')[0] ?? ''), href).not.toBeNull();
    const made = commands.filter(({ detail }) => detail === 'Command').map(({ title }) => title);
    expect(new Set(made).size).toBe(made.length);
  });
});
