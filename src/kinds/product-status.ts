import { type ProductStatus, productStatusLabels } from '#domain/vocabulary.ts';

/** The state of a product, as pickers show it; nothing for those that are sold as usual. */
export function describeStatus(status: ProductStatus): string | null {
  return status === 'active' ? null : productStatusLabels[status];
}
