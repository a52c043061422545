import { escape, section, table } from './page.ts';
import { type Language, type Product, inLanguage, linesOf } from './seed.ts';

const words = {
  en: { views: 'Views', front: 'Front', top: 'Top', head: ['Product', 'Length', 'Width', 'Height', 'Order code'] },
  de: { views: 'Ansichten', front: 'Vorn', top: 'Oben', head: ['Produkt', 'Länge', 'Breite', 'Höhe', 'Bestellcode'] },
} as const;

/** The outlines of products from their dimensions: from the front and from above, with a table of all. */
export function outlineDrawing(products: readonly Product[], language: Language): string {
  const { views, head } = words[language];
  const measured = products.flatMap((product) => {
    const text = product.properties['dimensions'];
    const [length, width, height] = typeof text === 'string' ? text.split(/\s×\s/).map(Number) : [];
    return length && width && height ? [{ product, length, width, height }] : [];
  });
  return (
    measured
      .map(({ product, length, width, height }) =>
        section(
          `${product.name}: ${inLanguage(product.localized, language).tagline}`,
          draw(length, width, height, language),
        ),
      )
      .join('') +
    section(
      `${views} (mm)`,
      table(
        head,
        measured.map(({ product }) => [product.name, ...sidesOf(product, language), product.order_code]),
      ),
    )
  );
}

function sidesOf(product: Product, language: Language): string[] {
  const lines = Object.values(linesOf(product, language)).flat();
  return lines.find(({ key }) => key === 'dimensions')?.value.split(/\s×\s/) ?? [];
}

const box = { width: 70, height: 30, gap: 96 };

function draw(length: number, width: number, height: number, language: Language): string {
  const scale = Math.min(box.width / length, box.height / Math.max(width, height));
  const { front, top } = words[language];
  const view = (x: number, across: number, up: number, name: string) => {
    const [w, h] = [across * scale, up * scale];
    const y = 4 + (box.height - h) / 2;
    const below = y + h + 4;
    const beside = x + w + 4;
    const number = (value: number) => new Intl.NumberFormat(language).format(value);
    return `<g fill="none" stroke="#22282b" stroke-width="0.35"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#f2f4f3"/>
<path stroke-width="0.12" stroke-dasharray="3 1 0.6 1" d="M${x - 2} ${y + h / 2}h${w + 4}M${x + w / 2} ${y - 2}v${h + 4}"/>
<g stroke="#007a53" stroke-width="0.18"><path d="M${x} ${y + h + 1}v4M${x + w} ${y + h + 1}v4M${x} ${below}h${w}M${x + 1.6} ${below - 0.6}l-1.6 .6 1.6 .6M${x + w - 1.6} ${below - 0.6}l1.6 .6-1.6 .6"/>
<path d="M${x + w + 1} ${y}h4M${x + w + 1} ${y + h}h4M${beside} ${y}v${h}"/></g></g>
<g font-size="2.9" fill="#22282b"><text x="${x + w / 2}" y="${below + 3.6}" text-anchor="middle">${number(across)}</text>
<text x="${beside + 1.5}" y="${y + h / 2 + 1}">${number(up)}</text><text x="${x}" y="2.6" fill="#5b6468">${escape(name)}</text></g>`;
  };
  return `<svg class="outline" viewBox="0 0 174 44" role="img" aria-label="${escape(`${length} × ${width} × ${height} mm`)}">${view(2, length, height, front)}${view(box.gap, length, width, top)}</svg>`;
}
