import type { ProductCard } from '#view-model/resolved.ts';

/** How many pieces a channel partner had of a product. */
type Offer = {
  id: number;
  quantity: number;
  /** ISO time of the number. */
  asOf: string;
  /** Where it can be ordered. */
  url: string | null;
  partner: { id: number; name: string };
};

/** The stock of a product, the largest first. */
export type Stock = {
  product: ProductCard;
  orderCode: string;
  /** The page of this stock. */
  href: string | null;
  total: number;
  offers: readonly Offer[];
};
