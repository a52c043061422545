import type { ReactNode } from 'react';
import { LinkButtons } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { StatusBadge } from '#ui/primitives/StatusBadge.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { Link } from '#view-model/resolved.ts';
import type { conversionDriven } from './schema.ts';
import '#ui/primitives/split.css';
import './conversion-driven.css';

/** Fields that are left empty come from the product: picture, tagline, and the link to its page. */
export function View({ id, data, context }: ViewProps<typeof conversionDriven>): ReactNode {
  const { product, tag, title, points } = data;
  const body = data.body || product?.tagline || '';
  const image = data.image ?? product?.image ?? null;
  const links = data.links.length > 0 ? data.links : wayTo(product?.href ?? null, context.t('product.view'));
  return (
    <ModuleSection
      id={id}
      type="CONVERSION_DRIVEN"
      data={data}
      className={`conversion${image ? ' split split--left' : ''}`}
      context={context}
    >
      <div className="split__words">
        {tag === '' ? null : <Tag>{tag}</Tag>}
        <HeadingAt level={2} className="conversion__title" text={title} />
        {product ? (
          <p className="conversion__product">
            <span>
              {product.displayName} · {product.category}
            </span>
            {product.status === 'active' ? null : <StatusBadge status={product.status} t={context.t} />}
          </p>
        ) : null}
        {body === '' ? null : <p className="conversion__body">{body}</p>}
        {points.length === 0 ? null : (
          <ul className="conversion__points">
            {points.map(({ name }, index) => (
              <li key={index}>{name}</li>
            ))}
          </ul>
        )}
        <LinkButtons className="split__links" links={links} context={context} />
      </div>
      {image ? (
        <Picture
          className="split__picture"
          image={image}
          sizes="(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 960px) 46vw, 92vw"
        />
      ) : null}
    </ModuleSection>
  );
}

function wayTo(href: string | null, title: string): { title: string; link: Link }[] {
  return href === null ? [] : [{ title, link: { text: title, href, target: '_self', kind: 'internal' } }];
}
