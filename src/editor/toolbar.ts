import stylesheet from './bar.css?inline';
import { isSignedOut, watchSession } from './watch-session.ts';
import { words } from './words.ts';

/**
 * The toolbar of a published page, for signed-in editors: a few elements, no framework. The stylesheet is adopted, since the
 * page's policy allows no inline styles.
 */
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

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

async function show(): Promise<void> {
  // The cookie only says that somebody signed in here: the session may have ended since.
  if (document.getElementById('editor-root') || (await isSignedOut())) return;
  const info = document.getElementById('page-builder')?.dataset;
  const isEditable = info?.['editable'] === 'true' && info['pageId'] !== '-1';
  const styles = new CSSStyleSheet();
  styles.replaceSync(stylesheet);
  document.adoptedStyleSheets.push(styles);

  const edit = element('button', { type: 'button', class: 'ed-button ed-button--primary' }, words.edit);
  const editing = element('span', { class: 'ed-tip' }, edit);
  if (isEditable) {
    edit.addEventListener('click', editPage);
  } else {
    // It stays focusable, so that screen readers announce the reason.
    edit.setAttribute('aria-disabled', 'true');
    edit.setAttribute('aria-describedby', 'editor-reason');
    editing.append(element('span', { class: 'ed-tip__text', role: 'tooltip', id: 'editor-reason' }, words.notEditable));
  }
  const out = element('button', { type: 'button', class: 'ed-button' }, words.signOut);
  out.addEventListener('click', () => void signOut());
  const bar = element(
    'section',
    { class: 'ed-bar', 'aria-label': 'Page Builder' },
    element('span', { class: 'ed-bar__name' }, 'Published version'),
    element('span', { class: 'ed-bar__grow' }),
    editing,
    out,
  );
  const root = element('div', { id: 'editor-root', lang: 'en' }, element('div', { class: 'ed-spacer' }), bar);
  document.body.append(root);
  watchSession(() => root.remove());
}

void show();
