import type { ReactNode } from 'react';

type Props = {
  label: string;
  columns: readonly string[];
  /** What a last column has that needs no heading to be seen. */
  unseen?: string | undefined;
  /** Of rows that take little room. */
  isTight?: boolean;
  className?: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** The lines of a list under their headings. It is a region that scrolls, where it is wider than its place. */
export function ListTable({
  label,
  columns,
  unseen,
  isTight = false,
  className = isTight ? 'ed-table ed-table--tight' : 'ed-table',
  isBusy,
  children,
}: Props): ReactNode {
  return (
    <div className={className} role="region" aria-label={label} tabIndex={0} aria-busy={isBusy}>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
            {unseen === undefined ? null : (
              <th scope="col">
                <span className="ed-unseen">{unseen}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
