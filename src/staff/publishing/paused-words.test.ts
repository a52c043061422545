import { describe, expect, it } from 'vitest';
import { unknownAdvice, unknownCauses, unknownWords } from '#domain/unknown-files.ts';
import { pausedWords } from './paused-words.ts';

const since = '2026-05-04T08:00:00Z';

describe('pausedWords', () => {
  it('says who has put a site back, and what ends its pause', () => {
    const said = pausedWords({ site: 'main', since, why: 'rolled-back', by: 'Adam' });
    expect(said).toContain('put back to an earlier build on 4 May 2026');
    expect(said).toContain('by Adam');
    expect(said).toContain('administrators begin');
  });

  it.each(unknownCauses)('says of files of an unknown state what happened, since when, and what follows: %s', (why) => {
    const said = pausedWords({ site: 'developer', since, why, by: '' });
    expect(said).toMatch(/^Developer portal: .*4 May 2026/);
    expect(said).toContain(unknownWords[why]);
    expect(said).toContain('the server begins by itself');
    expect(said).toContain(unknownAdvice[why]);
    expect(said).not.toContain('put back to an earlier build');
  });
});
