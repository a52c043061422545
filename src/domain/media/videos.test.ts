import { describe, expect, it } from 'vitest';
import { parseVideo, videoAddress } from './videos.ts';

const id = 'aB3_-fGhIjk';

describe('a video', () => {
  it.each([
    id,
    ` ${id} `,
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?t=3`,
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?list=x&v=${id}&t=1s`,
    `https://m.youtube.com/watch?v=${id}#a`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
  ])('is named by %s', (text) => {
    expect(parseVideo(text)).toEqual({ provider: 'youtube', id });
  });

  it.each([
    '',
    id.slice(1),
    `${id}x`,
    'aB3 -fGhIjk',
    'aB3/..fGhIj',
    `http://youtu.be/${id}`,
    `https://youtu.be.evil.example/${id}`,
    `https://www.youtube.com.evil.example/watch?v=${id}`,
    `https://www.youtube.com/watch?v=${id}x`,
    `https://www.youtube.com/watch?xv=${id}`,
    `https://vimeo.com/${id}`,
    `javascript:alert(1)//youtu.be/${id}`,
  ])('is not named by %j', (text) => {
    expect(parseVideo(text)).toBeNull();
  });

  it('has an address that names it again', () => {
    const video = parseVideo(id);
    expect(video && parseVideo(videoAddress(video))).toEqual(video);
  });
});
