import { setImmediate } from 'node:timers/promises';
import type { Calls } from '#content/clients/database.ts';
import { GlobalsCache } from '#content/source/globals-cache.ts';
import { Source } from '#content/source/source.ts';
import type { Origins } from '#kinds/reading/context.ts';
import type { BatchToDraw, DrawingThread, DrawnElsewhere } from './drawing-thread.ts';
import type { CodeParts } from './code-parts.ts';
import { drawnBefore } from './drawn-before.ts';
import { makeTurns } from '#domain/in-turn.ts';
import type { PeopleFirst } from './people-first.ts';
import { type RenderPage, type Rendered, Renderer } from './render.ts';

type DrawBatchesOptions = {
  calls: Calls;
  origins: Origins;
  renderPage: RenderPage;
  code: CodeParts;
  peopleFirst: PeopleFirst;
};

/** A thread's part of `DrawingThread`. Nothing that a change of all pages reaches is read twice, so only menus are cached. */
export function drawBatches({
  calls,
  origins,
  renderPage,
  code,
  peopleFirst,
}: DrawBatchesOptions): DrawingThread['draw'] {
  const globals = new GlobalsCache();
  const inTurn = makeTurns();
  return async ({ site, at, watermark, outputs }: BatchToDraw) => {
    const caches = { trees: null, globals, watermark };
    const source = new Source(calls, { site, view: 'published', at, caches });
    const renderer = new Renderer({ calls, source, origins, renderPage, priority: 'later', code });
    const rendering = renderer.renderAll(outputs, async (...last) => drawnBefore(...last));
    const drawn: DrawnElsewhere[] = [];
    // A batch is read while the one before is drawn.
    await inTurn(async () => {
      for await (const { rendered } of rendering) {
        drawn.push(withOwnBytes(rendered));
        // Lets the next portion be read: rendering is synchronous.
        await setImmediate();
        peopleFirst.letPass();
      }
    });
    return drawn;
  };
}

/** The next output is rendered into the same bytes. */
function withOwnBytes(rendered: Rendered): DrawnElsewhere {
  if (rendered.outcome !== 'rendered') return rendered;
  const { content: _, bytes, ...rest } = rendered;
  return { ...rest, bytes: new Uint8Array(bytes) };
}
