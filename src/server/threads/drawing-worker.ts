import type { MessagePort } from 'node:worker_threads';
import { createKeyClient } from '#content/clients/client.ts';
import { drawBatches } from '#publish/draw/draw-batches.ts';
import type { BatchToDraw, DrawingThread, DrawnElsewhere } from '#publish/draw/drawing-thread.ts';
import { PeopleFirst } from '#publish/draw/people-first.ts';
import { renderPage } from '#astro/render-page.ts';
import { openServiceDatabase } from '#server/service-database.ts';
import { AskedThread, type ThreadRequest, answering } from './asked-thread.ts';
import type { ThreadSettings } from './thread-settings.ts';

/** The data that a drawing thread is started with. */
export type DrawingWorkerData = ThreadSettings & { role: 'draw'; peopleFirst: SharedArrayBuffer };

/** A thread reads one batch while it draws another. */
const connections = 2;

/** Draws the batches that the main thread sends, one after another. */
export function startDrawingWorker(port: MessagePort, { supabase, origins, code, ...data }: DrawingWorkerData): void {
  const { url, secretKey, databaseUrl = null } = supabase;
  const calls = openServiceDatabase(createKeyClient(url, secretKey), databaseUrl, { max: connections, name: 'draw' });
  const peopleFirst = new PeopleFirst(data.peopleFirst);
  const answer = answering(drawBatches({ calls, origins, renderPage, code, peopleFirst }));
  port.on('message', (request: ThreadRequest<BatchToDraw>) => {
    void answer(request).then((drawn) => port.postMessage(drawn, drawn.ok ? drawn.answer.flatMap(listMemory) : []));
  });
}

/** What is handed over rather than copied. */
function listMemory(drawn: DrawnElsewhere): ArrayBuffer[] {
  return drawn.outcome === 'rendered' ? [drawn.bytes.buffer] : [];
}

/** Begins a thread that draws batches of a run of many outputs. */
export function openDrawingThread(entry: URL, settings: ThreadSettings, { memory }: PeopleFirst): DrawingThread {
  const data: DrawingWorkerData = { ...settings, role: 'draw', peopleFirst: memory };
  const thread = new AskedThread<BatchToDraw, DrawnElsewhere[]>(entry, data);
  return { draw: (batch) => thread.ask(batch), close: () => thread.close() };
}
