import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { ProductDetail } from '#view-model/resolved.ts';
import { PropertyValue } from './PropertyValue.tsx';
import './data-sheet.css';

type DataSheetProps = { properties: ProductDetail['properties']; name: string; t: ViewContext['t'] };

/** A value, which breaks between the figures of a range or of dimensions where a phone has no room for them in one line. */
function Figures({ value }: { value: string }): ReactNode {
  const breakable = value.replaceAll(/\u00a0([×…])\u00a0/g, '\u00a0$1 ');
  return breakable === value ? (
    <PropertyValue value={value} />
  ) : (
    <span className="data-sheet__figures">
      <PropertyValue value={breakable} />
    </span>
  );
}

/** All data of a product as a table: name, value, unit. */
export function DataSheet({ properties, name, t }: DataSheetProps): ReactNode {
  const groups = (['primary', 'secondary'] as const)
    .map((group) => ({ group, rows: properties.filter((property) => property.group === group) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <table className="data-sheet">
      <caption className="visually-hidden">
        {t('product.specifications')}: {name}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('product.parameter')}</th>
          <th scope="col">{t('product.value')}</th>
          <th scope="col" className="data-sheet__unit">
            {t('product.unit')}
          </th>
        </tr>
      </thead>
      {groups.map(({ group, rows }) => (
        <tbody key={group}>
          <tr>
            <th className="data-sheet__group" colSpan={3} scope="rowgroup">
              {t(`product.${group}`)}
            </th>
          </tr>
          {rows.map(({ title, value, unit }, index) => (
            <tr key={index}>
              <th scope="row">{title}</th>
              {/* Words take the room of the unit that they do not have. */}
              <td className="data-sheet__value" colSpan={unit === '' ? 2 : undefined}>
                <Figures value={value} />
              </td>
              {unit === '' ? null : <td className="data-sheet__unit">{unit}</td>}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
