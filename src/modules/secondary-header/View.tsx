import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { PageHeader } from '#ui/primitives/PageHeader.tsx';
import { VectorTile } from '#ui/primitives/VectorTile.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { secondaryHeader } from './schema.ts';
import './secondary-header.css';

/** The header of a page below another one: small, so that the content is visible at once. */
export function View({ id, data, context }: ViewProps<typeof secondaryHeader>): ReactNode {
  return (
    <ModuleSection
      id={id}
      type="SECONDARY_HEADER"
      data={data}
      className="secondary-header page-header-top"
      context={context}
    >
      {data.icon ? <VectorTile vector={data.icon} /> : null}
      <PageHeader id={id} title={data.title} lead={data.lead} context={context} />
    </ModuleSection>
  );
}
