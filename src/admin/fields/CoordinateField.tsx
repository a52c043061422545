import { type ReactNode, Suspense, lazy } from 'react';
import type { FieldOf } from '#schema/editor-fields.ts';
import { NumberField } from '#staff/fields/NumberField.tsx';

const PositionMap = lazy(() => import('./PositionMap.tsx'));

/** A latitude or a longitude in degrees; below the second of them the map on which they are. */
export function CoordinateField({ field, path }: { field: FieldOf<'coordinate'>; path: string }): ReactNode {
  const beside = path.replace(/longitude$/, 'latitude');
  return (
    <>
      <NumberField field={{ ...field, widget: 'number', min: null, max: null, step: 0.000001 }} path={path} />
      {beside === path ? null : (
        <Suspense fallback={<div className="adm-position adm-position--loading" />}>
          <PositionMap latitude={beside} longitude={path} />
        </Suspense>
      )}
    </>
  );
}
