/** What is focused of a field. */
function findControl(field: Element | null): HTMLElement | null {
  const text = field?.querySelector<HTMLElement>('[contenteditable="true"]');
  // Formatted text comes later than its tools.
  if (text || field?.querySelector('.ed-rich')) return text ?? null;
  return field?.querySelector<HTMLElement>('input, textarea, select') ?? field?.querySelector('button') ?? null;
}

/** In frames of animation: a form, the dialog of an item and formatted text are loaded when they are shown. */
const maxFrames = 300;

function fieldAt(path: string): Element | null {
  return [...document.querySelectorAll(`dialog[open] [data-field="${CSS.escape(path)}"]`)].at(-1) ?? null;
}

/** Opens the item of a list on the way to a path, in the innermost list that shows. */
function openTowards(path: string, opened: Set<Element>): void {
  const parts = path.split('.');
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const list = fieldAt(parts.slice(0, length).join('.'));
    const edit = list?.querySelector<HTMLElement>(`:scope > ol > [data-item="${parts[length]}"] [data-edit]`);
    if (!edit) continue;
    if (!opened.has(edit)) edit.click();
    opened.add(edit);
    return;
  }
}

/** The field at a path; or the one that the path leads into, with the number of a record or of a link that is in it. */
function find(path: string): { field: Element | null; inside: string | null } {
  const field = fieldAt(path);
  const [, above = '', inside = null] = /^(.+)\.(\d+)$/.exec(field ? '' : path) ?? [];
  return inside === null ? { field, inside } : { field: fieldAt(above), inside };
}

/**
 * Focuses the field at a path of a module's form, in the dialog of its item where it is in a list. It waits for what is loaded
 * meanwhile, until the person does something else.
 *
 * @returns gives up
 */
export function reachField(path: string): () => void {
  const opened = new Set<Element>();
  const over = new AbortController();
  let frames = 0;
  const look = () => {
    if (over.signal.aborted) return;
    frames += 1;
    const { field, inside } = find(path);
    // One of several records, which has no field of its own.
    const record = field?.querySelector<HTMLElement>(`[data-record="${inside}"]`);
    if (record) record.tabIndex = -1;
    const control = field?.matches('.ed-list') ? null : (record ?? findControl(field));
    if (!control) openTowards(path, opened);
    if (frames > maxFrames || control) over.abort();
    else requestAnimationFrame(look);
    if (!control) return;
    control.focus();
    (record ?? field)?.setAttribute('data-reached', '');
    const link = inside === null ? null : control.querySelectorAll('a')[Number(inside)];
    if (link) getSelection()?.selectAllChildren(link);
    (link ?? record ?? field)?.scrollIntoView({ block: 'nearest' });
  };
  requestAnimationFrame(look);
  for (const type of ['pointerdown', 'keydown'] as const)
    document.addEventListener(type, () => over.abort(), { signal: over.signal, capture: true });
  return () => over.abort();
}
