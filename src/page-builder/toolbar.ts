import { adminPaths } from '#domain/addresses/admin-paths.ts';
import stylesheet from '#staff/styles/bar.css?inline';
import { element } from './element.ts';
import { describePause } from '#staff/messages/paused-site.ts';
import { makeResult } from './publishing/published-result.ts';
import { takeResult } from './publishing/result-store.ts';
import { addSkipLink } from './skip-link.ts';
import { readSessionNotices, watchSession } from '#staff/calls/watch-session.ts';
import { labels } from '#staff/messages/labels.ts';

async function signOut(): Promise<void> {
  await fetch('/_actions/logout', { method: 'POST', headers: { 'content-type': 'application/json' } }).catch(
    () => null,
  );
  location.reload();
}

function editPage(): void {
  const url = new URL(location.href);
  url.searchParams.set('draft', 'true');
  location.assign(url);
}

/**
 * The toolbar of a published page, for signed-in editors: a few elements, no framework. The stylesheet is adopted, since the
 * page's policy allows no inline styles.
 */
async function show(): Promise<void> {
  // The cookie only says that somebody signed in here: the session may have ended since.
  if (document.getElementById('editor-root')) return;
  const paused = await readSessionNotices();
  if (paused === null) return;
  const info = document.getElementById('page-builder')?.dataset;
  const { editable, pageId, recordPath, recordName } = info ?? {};
  const isEditable = editable === 'true' && pageId !== '-1';
  const styles = new CSSStyleSheet();
  styles.replaceSync(stylesheet);
  document.adoptedStyleSheets.push(styles);

  const edit = element(
    'button',
    { type: 'button', class: recordPath ? 'ed-button' : 'ed-button ed-button--primary' },
    labels.edit,
  );
  const editing = element('span', { class: 'ed-tip' }, edit);
  if (isEditable) {
    edit.addEventListener('click', editPage);
  } else {
    // It stays focusable, so that screen readers announce the reason.
    edit.setAttribute('aria-disabled', 'true');
    edit.setAttribute('aria-describedby', 'editor-reason');
    editing.append(
      element('span', { class: 'ed-tip__text', role: 'tooltip', id: 'editor-reason' }, labels.notEditable),
    );
  }
  const out = element('button', { type: 'button', class: 'ed-button' }, labels.signOut);
  out.addEventListener('click', () => void signOut());
  const bar = element(
    'section',
    { class: 'ed-bar', 'aria-label': 'Page Builder' },
    ...paused.map((one) => element('p', { class: 'ed-paused', role: 'status' }, describePause(one))),
    element('span', { class: 'ed-bar__name' }, 'Published version'),
    element('span', { class: 'ed-bar__grow' }),
    element('a', { class: 'ed-button ed-button--quiet', href: adminPaths.publishes }, labels.publishing),
    ...(recordPath
      ? [element('a', { class: 'ed-button ed-button--primary', href: recordPath }, `Edit ${recordName}`)]
      : []),
    editing,
    out,
  );
  const root = element('div', { id: 'editor-root', lang: 'en' }, element('div', { class: 'ed-spacer' }), bar);
  document.body.append(root);
  const removeSkipLink = addSkipLink(bar);
  const result = takeResult(location.pathname);
  if (result) {
    const shown = makeResult(result, { keepEditing: editPage, onClose: () => edit.focus() });
    root.append(shown);
    shown.focus({ preventScroll: true });
  }
  watchSession(() => {
    removeSkipLink();
    root.remove();
  });
}

void show();
