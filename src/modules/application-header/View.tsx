import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { PageHeader } from '#ui/primitives/PageHeader.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { applicationHeader } from './schema.ts';
import './application-header.css';

/** Words and picture side by side; the picture runs to the edge of the screen. */
export function View({ id, data, context }: ViewProps<typeof applicationHeader>): ReactNode {
  const { tag, title, lead, links } = data;
  return (
    <ModuleSection
      id={id}
      type="APPLICATION_HEADER"
      data={data}
      className="application-header page-header-top ends-with-picture"
      context={context}
    >
      <PageHeader id={id} tag={tag} title={title} lead={lead} links={links} context={context} />
      <Picture
        className="application-header__picture"
        image={data.image}
        sizes="(min-width: 960px) 50vw, 100vw"
        eager
      />
    </ModuleSection>
  );
}
