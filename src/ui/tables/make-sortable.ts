/**
 * Lets the names of a table's columns sort its rows: those that are marked with `data-sort`, by the number in a cell's
 * `data-value` or by its text. Only attributes and the order of rows change, so nothing moves before a click.
 * Returns what takes it away again.
 */
export function makeSortable(root: HTMLElement, hint: string): () => void {
  const stop = new AbortController();
  const language = document.documentElement.lang || 'en';
  const texts = new Intl.Collator(language, { numeric: true });
  for (const label of root.querySelectorAll<HTMLElement>('th [data-sort]')) {
    const header = label.closest('th');
    const body = label.closest('table')?.tBodies[0];
    if (!header || !body) continue;
    label.role = 'button';
    label.tabIndex = 0;
    label.title = hint;
    const sort = () => {
      const sign = header.ariaSort === 'ascending' ? -1 : 1;
      for (const other of header.parentElement?.children ?? []) other.ariaSort = null;
      header.ariaSort = sign === 1 ? 'ascending' : 'descending';
      const compare = label.dataset['sort'] === 'number' ? byNumber(sign) : byText(texts, sign);
      const rows = [...body.rows].map((row) => ({ row, cell: row.cells[header.cellIndex] }));
      body.append(...rows.toSorted((a, b) => compare(a.cell, b.cell)).map(({ row }) => row));
    };
    label.addEventListener('click', sort, { signal: stop.signal });
    label.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        sort();
      },
      { signal: stop.signal },
    );
  }
  return () => stop.abort();
}

type Compare = (a: HTMLTableCellElement | undefined, b: HTMLTableCellElement | undefined) => number;

/** Cells without a number come last in both orders. */
function byNumber(sign: 1 | -1): Compare {
  const readNumber = (cell: HTMLTableCellElement | undefined) => Number.parseFloat(cell?.dataset['value'] ?? '');
  return (a, b) => {
    const [x, y] = [readNumber(a), readNumber(b)];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y);
  };
}

function byText(texts: Intl.Collator, sign: 1 | -1): Compare {
  return (a, b) => sign * texts.compare(a?.textContent ?? '', b?.textContent ?? '');
}
