import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Link } from '#view-model/resolved.ts';
import type { ModuleType } from '#schema/contract.ts';
import { HeadingAt, type Level } from './HeadingAt.tsx';
import { TextLink } from './Links.tsx';
import { preventTermBreaks } from './prevent-breaks.ts';
import './module-section.css';

export { HeadingAt, type Level };

type Background = 'White' | 'Grey' | 'Anthracite' | 'Green' | 'Orange';
type Space = 'none' | 'sm' | 'md' | 'lg';

type Heading = { title: string; lead: string; linkTitle: string; link: Link | null };
type LayoutData = {
  spaceLayoutTop: Space;
  spaceLayoutBottom: Space;
  backgroundColor: Background;
  heading?: Heading;
};

/** The class that sets the colours of everything inside, so that each component is legible on each ground. */
export function groundClass(background: Background): string {
  return `on-${background.toLowerCase()}`;
}

type ModuleSectionProps = {
  id: number;
  type: ModuleType;
  data: LayoutData;
  className: string;
  context: ViewContext;
  children: ReactNode;
};

/** The root of a module: ids for the editor and anchors, ground, spacing and heading. */
export function ModuleSection({ id, type, data, className, context, children }: ModuleSectionProps): ReactNode {
  return (
    <section
      id={`module-${id}`}
      lang={context.textLanguage}
      className={`module ${className} ${groundClass(data.backgroundColor)} space-top-${data.spaceLayoutTop} space-bottom-${data.spaceLayoutBottom}`}
      data-module-id={id}
      data-module-type={type}
    >
      {data.heading ? <ModuleHeading heading={data.heading} context={context} /> : null}
      {children}
    </section>
  );
}

export function ModuleHeading({ heading, context }: { heading: Heading; context: ViewContext }): ReactNode {
  const { title, lead, linkTitle, link } = heading;
  if (title === '' && lead === '' && link === null) return null;
  return (
    <header className="module-heading">
      {title === '' ? null : <HeadingAt level={2} className="module-heading__title" text={title} />}
      {lead === '' ? null : <p className="module-heading__lead">{preventTermBreaks(lead)}</p>}
      {link === null ? null : (
        <TextLink className="module-heading__link" link={link} text={linkTitle} context={context} />
      )}
    </header>
  );
}

/** The level of the headings inside a module: one below its title, or the title's own when it has none. */
export function innerLevel(heading: Heading): Level {
  return heading.title === '' ? 2 : 3;
}
