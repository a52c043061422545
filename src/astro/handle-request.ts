import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/** Answers a request that no published file answers, with what `src/fetch.ts` answers. */
export function handleRequest(request: Request, clientAddress: string): Promise<Response> {
  return app.render(request, { clientAddress });
}
