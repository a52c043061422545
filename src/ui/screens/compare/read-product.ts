import { encodeSegment } from '#domain/addresses/routes.ts';
import { type ProductData, productData, productDataId } from '../../compare/product-data.ts';

export type ComparedProduct = ProductData & { slug: string; href: string };

/** A product by its page, which is what visitors see of it; null when it has none here. Throws when nothing answers. */
export async function readProduct(
  productPath: string,
  slug: string,
  signal: AbortSignal,
): Promise<ComparedProduct | null> {
  const segment = encodeSegment(slug);
  if (segment === null) return null;
  const href = `${productPath}/${segment}`;
  const response = await fetch(href, { signal });
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok) throw new Error(`${href} was answered with ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const script = page.getElementById(productDataId);
  const product = script && productData.safeParse(JSON.parse(script.textContent)).data;
  return product ? { ...product, slug, href } : null;
}
