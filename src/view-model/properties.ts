/** A property as the form of a product shows it. */
export type PropertyOfProduct = {
  id: number;
  /** In English. */
  title: string;
  unit: string | null;
  valueType: 'number' | 'range' | 'text';
  /** What it is in the product's category: in tables and filters, or further below; null for a property of other categories. */
  role: 'primary' | 'secondary' | null;
};
