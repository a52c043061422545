import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { VideoFrame } from './VideoFrame.tsx';

describe('a video', () => {
  const address = 'https://www.youtube.com/watch?v=abcdefghijk';
  const html = markup(
    () => (
      <VideoFrame
        video="abcdefghijk"
        address={address}
        title="A film"
        words={{ play: 'Play' }}
        poster={<img alt="" />}
      />
    ),
    {},
  );

  it('asks nothing of the platform before it is played', () => {
    expect(html).not.toContain('<iframe');
    expect(html.match(/https?:[^"]*/g)).toEqual([address]);
  });

  it('leads to where it can be watched without script', () => {
    expect(html).toContain(`href="${address}" target="_blank" rel="noopener"`);
    expect(html).toContain('Play: A film');
  });
});
