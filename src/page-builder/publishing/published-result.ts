import { element } from '../element.ts';
import { copyConfirmation } from '../copy-confirmation.ts';
import { labels } from '#staff/messages/labels.ts';
import type { ResultRow, StoredResult } from './result-store.ts';

type Commands = { keepEditing: () => void; onClose: () => void };

/** The result of publishing, above the toolbar of the published view: what is live, and what can be done next. */
export function makeResult(
  { announcement, elsewhere, rows }: StoredResult,
  { keepEditing, onClose }: Commands,
): HTMLElement {
  const close = element('button', { type: 'button', class: 'ed-button ed-button--quiet' }, 'Close');
  const keep = element('button', { type: 'button', class: 'ed-button ed-button--primary' }, labels.keepEditing);
  const result = element(
    'section',
    { class: 'ed-result', role: 'dialog', 'aria-labelledby': 'editor-result', tabindex: '-1' },
    element('h2', { class: 'ed-result__title', id: 'editor-result' }, 'Published'),
    element('p', {}, announcement),
    ...linksTo(elsewhere),
    ...list(rows),
    element('div', { class: 'ed-result__actions' }, keep, copyButton(), close),
  );
  const leave = () => {
    result.remove();
    onClose();
  };
  keep.addEventListener('click', keepEditing);
  close.addEventListener('click', leave);
  result.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
  });
  return result;
}

/** Who published a language from another one finds it here as it was: what is new is a click away. */
function linksTo(elsewhere: StoredResult['elsewhere']): HTMLElement[] {
  if (elsewhere.length === 0) return [];
  const links = elsewhere.map(({ name, href }) => element('a', { href }, `Show the ${name} page`));
  return [element('p', { class: 'ed-result__elsewhere' }, element('span', {}, 'This page is as it was.'), ...links)];
}

/** Copies the address of the page, as visitors open it. */
function copyButton(): HTMLElement {
  const button = element('button', { type: 'button', class: 'ed-button' }, labels.copyLink);
  const status = element('span', { role: 'status', class: 'ed-result__status' });
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(`${location.origin}${location.pathname}`).then(
      () => {
        status.textContent = labels.copied;
        setTimeout(() => (status.textContent = ''), copyConfirmation);
      },
      (error: unknown) => console.error('The link could not be copied', error),
    );
  });
  return element('span', { class: 'ed-result__copy' }, button, status);
}

function list(rows: readonly ResultRow[]): HTMLElement[] {
  const pages = rows.filter(({ isPage }) => isPage);
  const files = rows.filter(({ isPage }) => !isPage);
  const folded = [
    { title: 'What changed', rows: pages },
    { title: labels.files, rows: files },
  ];
  return folded
    .filter((part) => part.rows.length > 0)
    .map((part) =>
      element(
        'details',
        { class: 'ed-result__list' },
        element('summary', {}, `${part.title} (${part.rows.length})`),
        element('ul', {}, ...part.rows.map(line)),
      ),
    );
}

function line({ name, href, change, why }: ResultRow): HTMLElement {
  const link = href === null ? name : element('a', { href }, name);
  return element('li', {}, link, element('small', {}, why === '' ? change : `${change}: ${why}`));
}
