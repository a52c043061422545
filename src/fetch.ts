import { getClientAddress, renderRoute } from '#astro/render-route.ts';
import type { Call } from '#server/auth/call.ts';
import { answerLogin, isSignedIn } from '#server/auth/login-pages.ts';
import { answerAdmin } from '#server/editor/screens/admin-pages.ts';
import { draftMedia, sharedMedia, storedMedia } from '#server/editor/pages/draft-media.ts';
import { showGallery } from '#server/editor/gallery/show-gallery.ts';
import { answerShared } from '#server/editor/pages/answer-shared.ts';
import { showDraft } from '#server/editor/pages/show-draft.ts';
import { showArchived } from '#server/archive/show-archived.ts';
import { showRelease } from '#server/editor/pages/show-release.ts';
import { secured, text } from '#edge/answers.ts';
import { callAction, callMediumUpload, callSheet, callUpload } from '#server/routes/call-action.ts';
import { noSite } from '#edge/refusals.ts';
import { type Handlers, answerEndpoint, findDestination } from '#server/routes/dispatch.ts';
import { answerOperation } from '#server/routes/operations.ts';
import { showPublished, showSearchPage } from '#server/routes/published-page.ts';
import { answerSearch } from '#server/routes/search.ts';
import { getFormsHandler } from '#server/routes/serve-forms.ts';
import { addressKey } from '#server/http/throttle.ts';
import { mayReadMailbox, readMailbox } from '#server/mail/mailbox.ts';
import { hasSharedLink } from '#server/auth/shared-link.ts';
import { getRuntime } from '#server/runtime.ts';

/**
 * Astro's request entry. In production the Node server passes on what Astro has to answer (`src/server/routes/serve.ts`); in
 * development Astro's own server asks here for everything. What a request is for says the table of `src/domain/addresses/endpoints.ts`.
 */
export default { fetch: handle };

const handlers: Handlers = {
  search: answerSearch,
  upload: callUpload,
  mediumUpload: callMediumUpload,
  sheet: callSheet,
  action: callAction,
  form: async ({ request, site, address, runtime }) =>
    secured(await getFormsHandler(runtime).answer(request, { site, address: addressKey(address) })),
  loginSession: isSignedIn,
  login: answerLogin,
  mailbox: showMailbox,
  shared: answerShared,
  admin: answerAdmin,
  gallery: showGallery,
  media: showMedia,
  release: showRelease,
  draft: showDraft,
  archive: showArchived,
  searchPage: showSearchPage,
  published: (call) => showPublished(call),
};

async function handle(request: Request): Promise<Response> {
  const incoming = { request, address: getClientAddress(request), runtime: getRuntime() };
  const destination = findDestination(incoming);
  if (!destination || destination.kind === 'media-host') return noSite();
  if (destination.kind === 'operation') return answerOperation(destination.name, incoming, 'development');
  return answerEndpoint(incoming, destination, handlers[destination.name]);
}

/** The e-mails that this machine would have sent, for whoever develops or tries it. */
async function showMailbox({ request, address, runtime: { config } }: Call): Promise<Response> {
  if (!mayReadMailbox(config, request, address)) return text(404, 'There is no page here.');
  const mailbox = config.mail.by === 'mailbox' ? await readMailbox(config.mail.directory) : [];
  return secured(await renderRoute(request, { mailbox }));
}

/** A picture or document that is no file: in production only what drafts show. */
async function showMedia({ request, url, session, runtime }: Call): Promise<Response> {
  if (runtime.mode === 'development') return secured(await storedMedia(runtime.serviceClient, url.pathname));
  const drafted = await draftMedia(await session(), url.pathname);
  if (drafted.status !== 404 || !hasSharedLink(request)) return secured(drafted);
  return secured(await sharedMedia(request, runtime, url.pathname));
}
