import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { isSweep } from '../../../../tests/fixtures/seeds.ts';
import { encodeImage } from '#content/media/pictures/encode-image.ts';
import { ImageQueue } from './image-queue.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

describe('the queue of pictures', () => {
  it('gives what working on them here gives', async () => {
    const queue = new ImageQueue({ idle: 0 });
    const source = await picture(700, 500).webp().toBuffer();
    expect(await queue.inspect(source)).toMatchObject({ ok: true, value: { width: 700, widths: [320, 640] } });
    const [there, here] = [await queue.encode(source, [320, 640]), await encodeImage(source, [320, 640])];
    if (!there.ok || !here.ok) throw new Error('not encoded');
    for (const [width, content] of here.value) expect(Buffer.from(there.value.get(width) ?? [])).toEqual(content);
  });

  it('refuses what is no picture, and goes on with the next one', async () => {
    const queue = new ImageQueue({ idle: 0 });
    expect(await queue.inspect(Buffer.from('hello'))).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    expect(await queue.encode(Buffer.from('hello'), [320])).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    expect(await queue.inspect(await picture(10, 10).png().toBuffer())).toMatchObject({ ok: true });
  });

  it('refuses an animation with more frames than anybody makes', async () => {
    const frames = await sharp({ create: { width: 4, height: 4 * 101, channels: 3, background: '#000' } })
      .raw()
      .toBuffer();
    const noise = frames.map((_, index) => (index * 7919) % 256);
    const animation = await sharp(noise, { raw: { width: 4, height: 404, channels: 3, pageHeight: 4 } })
      .webp({ loop: 0 })
      .toBuffer();
    const result = await new ImageQueue({ idle: 0 }).inspect(animation);
    expect(result).toMatchObject({ ok: false, failure: { message: expect.stringContaining('101 pictures') } });
  });

  it('gives up what takes too long, and refuses more than can wait', async () => {
    const source = await picture(2000, 2000).webp().toBuffer();
    const hasty = new ImageQueue({ timeout: 1, idle: 0 });
    expect(await hasty.encode(source, [1920])).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('too long') },
    });
    const short = new ImageQueue({ waiting: 1, concurrency: 1, idle: 0 });
    const results = await Promise.all([1, 2, 3].map(() => short.inspect(source)));
    expect(results.map((result) => (result.ok ? 'ok' : result.failure.code))).toEqual(['ok', 'ok', 'rate-limited']);
  });

  it('leaves this process free while large pictures are worked on, two at a time', { timeout: 120_000 }, async () => {
    // 25 million pixels in less than 100 KB.
    const source = await picture(3500, 7100).webp().toBuffer();
    expect(source.length).toBeLessThan(100_000);
    const server = createServer((_, response) => {
      // As /healthz does, which asks the disk through the same few threads that would work on pictures.
      void readdir('.').then(() => response.end('ok'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('The server has no port');
    const memory = process.memoryUsage().rss;
    const work = { isDone: false };
    let answered = 0;
    const asking = (async () => {
      while (!work.isDone) {
        await (await fetch(`http://127.0.0.1:${address.port}/`)).text();
        if (!work.isDone) answered += 1;
        await wait(20);
      }
    })();
    const queue = new ImageQueue({ idle: 0 });
    const results = await Promise.all([1, 2, 3, 4].map(() => queue.encode(source, [320, 640, 1280])));
    work.isDone = true;
    await asking;
    server.close();
    expect(results.map((result) => result.ok && result.value.size)).toEqual([3, 3, 3, 3]);
    // Were the pictures worked on here, or by the threads that read files, each answer would wait for one of the four.
    expect(answered).toBeGreaterThan(results.length * 2);
    expect(process.memoryUsage().rss - memory).toBeLessThan(100 * 1024 * 1024);
  });

  it('gives up a drawing that takes too long, in its own words', async () => {
    const drawing = new TextEncoder().encode(`<svg>${'<path d="M0 0h9v9z" />'.repeat(50_000)}</svg>`);
    const hasty = new ImageQueue({ timeout: 1, idle: 0 });
    expect(await hasty.cleanVector(drawing)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('The drawing takes too long') },
    });
    const queue = new ImageQueue({ idle: 0 });
    expect(await queue.cleanVector(new TextEncoder().encode('<svg><path onload="x" d="M0 0" /></svg>'))).toEqual({
      ok: true,
      value: {
        svg: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" /></svg>',
        removals: [{ kind: 'script', count: 1, names: ['onload'] }],
      },
    });
  });

  it('counts the time of a drawing from when a process has begun it', async () => {
    const queue = new ImageQueue({ idle: 0 });
    const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" /></svg>');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const cleaned = queue.cleanVector(drawing);
      // No process begins before this one waits for it.
      vi.advanceTimersByTime(50_000);
      expect(await cleaned).toMatchObject({ ok: true, value: { removals: [] } });
      const limits = vi.spyOn(globalThis, 'setTimeout');
      expect(await queue.cleanVector(drawing)).toMatchObject({ ok: true });
      expect(limits).toHaveBeenCalledWith(expect.any(Function), 10_000);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });

  it.runIf(isSweep && process.platform === 'linux')(
    'unfolds one very large picture at a time',
    { timeout: 120_000 },
    async () => {
      const source = await picture(9000, 5000).jpeg().toBuffer();
      const peakOf = async (pictures: number): Promise<number> => {
        const queue = new ImageQueue({ idle: 0 });
        let peak = 0;
        const timer = setInterval(() => (peak = Math.max(peak, memoryOfChildren())), 10);
        const results = await Promise.all(Array.from({ length: pictures }, () => queue.prepare(source, 'jpeg')));
        clearInterval(timer);
        expect(results.map(({ ok }) => ok)).toEqual(results.map(() => true));
        return peak;
      };
      const one = await peakOf(1);
      expect(one).toBeGreaterThan(0);
      // The second process is there, with its code and nothing unfolded.
      expect(await peakOf(2)).toBeLessThan(1.6 * one);
    },
  );
});

/** What the processes that this one has started hold in memory, in kilobytes. */
function memoryOfChildren(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.reduce((sum, child) => {
    try {
      return sum + Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has ended meanwhile.
      return sum;
    }
  }, 0);
}
