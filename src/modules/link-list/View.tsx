import type { ReactNode } from 'react';
import { TextLink } from '#ui/primitives/Links.tsx';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import type { linkList } from './schema.ts';
import '#ui/primitives/side-heading.css';
import './link-list.css';

/** Links, next to their title. */
export function View({ id, data, context }: ViewProps<typeof linkList>): ReactNode {
  return (
    <ModuleSection id={id} type="LINK_LIST" data={data} className="link-list side-heading" context={context}>
      <ul className={data.links.length > 4 ? 'link-list__links link-list__links--many' : 'link-list__links'}>
        {data.links.map(({ link, linkTitle }, index) => (
          <li key={index}>
            <TextLink className="link-list__link" link={link} text={linkTitle} context={context} />
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}
