import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import type { ProductStatus } from '#domain/vocabulary.ts';
import './status-badge.css';

export function StatusBadge({ status, t }: { status: ProductStatus; t: Translate }): ReactNode {
  return <span className={`status-badge status-badge--${status}`}>{t(`product.status.${status}`)}</span>;
}
