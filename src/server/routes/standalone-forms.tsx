import { RateLimiterMemory } from 'rate-limiter-flexible';
import { renderToStaticMarkup } from 'react-dom/server';
import { languageCodes } from '#domain/locales.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { FormAnswer, formAnswerTitle } from '#modules/custom-forms/FormAnswer.tsx';
import { translateFor } from '#ui/i18n/translate.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { readConfig, siteOfHost } from '#server/config.ts';
import { checkJson, readBody } from '#server/http/read-body.ts';
import { addressKey, consume } from '#server/http/throttle.ts';
import { answerContent } from '#forms/answer-content.ts';
import { createFormsHandler, requestLimit } from '#forms/handler.ts';
import type { FormPage } from '#forms/messages.ts';

/**
 * The endpoint of forms without the rest of the server, for the Edge Function `submit-form`. It is served under the
 * sites' own hosts, at `/forms/`, so that a page sends to its own origin.
 */
export type StandaloneForms = (request: Request, peer: string) => Promise<Response>;

export function createStandaloneForms(
  environment: Readonly<Record<string, string | undefined>>,
): Result<StandaloneForms> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY, SUPABASE_SERVICE_ROLE_KEY } = environment;
  const key = SUPABASE_SECRET_KEY || SUPABASE_SERVICE_ROLE_KEY;
  if (!url || !key) return fail('invalid', 'SUPABASE_URL and SUPABASE_SECRET_KEY are not set.');
  const { SITE_HOSTS, PORT, TRUST_PROXY, FORMS_SECRET } = environment;
  const config = readConfig({ SITE_HOSTS, PORT, TRUST_PROXY: TRUST_PROXY || '1', FORMS_SECRET });
  if (!config.ok) return config;
  const { origins, proxies, formsSecret } = config.value;
  const ours = Object.values(origins);
  const requests = new RateLimiterMemory(requestLimit);
  const forms = createFormsHandler({
    client: createKeyClient(url, key, { isWaitedFor: () => true }),
    readBody,
    isJson: (body) => checkJson(body).ok,
    secret: formsSecret,
    origins: ours,
    throttle: (address) => consume(requests, address),
    renderPage: (page) => Promise.resolve(renderPlainPage(page)),
    onUnavailable: ({ code, message }) => console.error(JSON.stringify({ code, reason: message })),
  });

  return ok(async (request, peer) => {
    const origin = request.headers.get('origin') ?? parseOrigin(request.headers.get('referer'));
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (origin === null ? !isReading : !ours.includes(origin)) {
      return new Response('This request came from another website and was refused.\n', { status: 403 });
    }
    const site = (origin && siteOfHost(config.value, new URL(origin).host)) || 'main';
    const address = clientAddress(peer, request.headers.get('x-forwarded-for'), proxies);
    const response = await forms.answer(request, { site, address: addressKey(address) });
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  });
}

function parseOrigin(referer: string | null): string | null {
  return referer !== null && URL.canParse(referer) ? new URL(referer).origin : null;
}

const style = `body{max-width:44rem;margin:2rem auto;padding:0 1.25rem;color:#22282b;font:1rem/1.6 system-ui,sans-serif}
h1{font-weight:400}.form-field{margin:1.5rem 0}.form-field__label{display:block;font-weight:500}
input[type=text],input[type=date],select,textarea{box-sizing:border-box;width:100%;min-height:3rem;padding:.5rem .75rem;font:inherit}
fieldset{padding:0;border:0}.form-field__choice{display:block}.form-field__error,[role=alert]{padding-left:.75rem;border-left:3px solid #e2590b}
button{min-height:3rem;padding:0 1.25rem;font:inherit}dt{color:#566065}.form-field__error:empty{display:none}.custom-forms__trap{position:absolute;clip-path:inset(50%)}`;

/** A page without the sites' stylesheets, whose hashed names only their code bundle knows. */
function renderPlainPage(page: FormPage): Response {
  const { locale } = page.address;
  const t = translateFor(locale);
  const content = answerContent(page);
  const html = renderToStaticMarkup(
    <html lang={languageCodes[locale]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{formAnswerTitle(content, t)}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>
          <FormAnswer content={content} address={page.address} privacyHref={null} t={t} />
        </main>
      </body>
    </html>,
  );
  return new Response(`<!doctype html>${html}`, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
    },
  });
}
