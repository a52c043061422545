import { RateLimiterMemory } from 'rate-limiter-flexible';
import { siteHasLocale, siteIds } from '#domain/sites.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import type { Frame } from '#view-model/frame.ts';
import { renderRoute } from '#astro/render-route.ts';
import { secured } from '#edge/answers.ts';
import { log } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';
import { checkJson, readBody } from '#server/http/read-body.ts';
import { consume } from '#server/http/throttle.ts';
import { type FormsHandler, createFormsHandler, requestLimit } from '#forms/handler.ts';
import type { FormPage } from '#forms/messages.ts';

/** The value of `Astro.locals.form` while the answer to a form is rendered. */
export type FormPageLocals = { page: FormPage; frame: Frame | null };

const made = new WeakMap<Runtime, FormsHandler>();

/** The handler of this process. */
export function getFormsHandler(runtime: Runtime): FormsHandler {
  let forms = made.get(runtime);
  if (!forms) made.set(runtime, (forms = makeForms(runtime)));
  return forms;
}

function makeForms(runtime: Runtime): FormsHandler {
  const { config, serviceClient: client } = runtime;
  const requests = new RateLimiterMemory(requestLimit);
  return createFormsHandler({
    client,
    secret: config.formsSecret,
    readBody,
    isJson: (body) => checkJson(body).ok,
    origins: siteIds.map((site) => config.origins[site]),
    throttle: (address) => consume(requests, address),
    renderPage: async (page) => {
      const form = { page, frame: await readFrame(page, runtime) };
      const answer = await renderRoute(new Request('http://forms.internal/forms/answer'), { form });
      return secured(new Response(answer.body, { status: page.status, headers: answer.headers }));
    },
    onUnavailable: ({ code, message }) => {
      log.error({ code, reason: message }, 'The database did not answer a form');
    },
  });
}

/** The frame of the page; null while the database does not answer. */
async function readFrame({ site, address: { locale } }: FormPage, { config, database }: Runtime) {
  try {
    const source = new Source(database, { site, view: 'published', at: new Date().toISOString() });
    const reader = new ContentReader(source, siteHasLocale(site, locale) ? locale : 'en', config.origins);
    const content = await reader.load({ kind: 'not_found' });
    return content.ok ? content.value.frame : null;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  }
}
