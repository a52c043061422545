import type { ReactNode } from 'react';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { PageHeader } from '#ui/primitives/PageHeader.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { textHeader } from './schema.ts';
import './text-header.css';

export function View({ id, data, context }: ViewProps<typeof textHeader>): ReactNode {
  const { tag, title, lead, links } = data;
  return (
    <ModuleSection id={id} type="TEXT_HEADER" data={data} className="text-header page-header-top" context={context}>
      <PageHeader id={id} tag={tag} title={title} lead={lead} links={links} context={context} />
    </ModuleSection>
  );
}
