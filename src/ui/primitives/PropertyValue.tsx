import type { ReactNode } from 'react';
import './property-value.css';

/** Parts joined by a hyphen before a figure: ISO 80369-7, 1/4"-28. */
const withHyphen = /([!-~]+-\d[!-~]*)/;

/** A value of a product. Its lines do not end within a term, which is found and copied as it is written. */
export function PropertyValue({ value }: { value: string }): ReactNode {
  if (!withHyphen.test(value)) return value;
  return value.split(withHyphen).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="property-value__term">
        {part}
      </span>
    ),
  );
}
