import type { ReactNode } from 'react';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { PageHeader, titleLevels } from '#ui/primitives/PageHeader.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { linkHero } from './schema.ts';
import './link-hero.css';

/** A header that is an index: each subject is a line, and the whole line leads there. */
export function View({ id, data, context }: ViewProps<typeof linkHero>): ReactNode {
  const { tag, title, lead, image, links } = data;
  const [, level] = titleLevels(id, context);
  return (
    <ModuleSection id={id} type="LINK_HERO" data={data} className="link-hero page-header-top" context={context}>
      <PageHeader id={id} tag={tag} title={title} lead={lead} context={context} />
      {image ? (
        <Picture className="link-hero__picture" image={image} sizes="(min-width: 960px) 42vw, 92vw" eager />
      ) : null}
      {links.length === 0 ? null : (
        <ul className="link-hero__links">
          {links.map(({ link, linkTitle, linkSummary, body }, index) => {
            const name = linkTitle || link?.text || '';
            return (
              <li key={index} className="link-hero__line">
                <HeadingAt level={level} className="link-hero__subject" text={name}>
                  {(words) => (link ? <TextLink link={link} text={words} context={context} /> : words)}
                </HeadingAt>
                {linkSummary === '' ? null : <p className="link-hero__summary">{linkSummary}</p>}
                {body === '' ? null : <p className="link-hero__body">{body}</p>}
              </li>
            );
          })}
        </ul>
      )}
    </ModuleSection>
  );
}
