import type { ReactNode } from 'react';
import { Icon } from '#ui/primitives/icons.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { evaluationCategories } from './schema.ts';
import '#ui/primitives/columns.css';
import './evaluation-categories.css';

/** Categories of products, each of which leads to its products. */
export function View({ id, data, lists, context }: ViewProps<typeof evaluationCategories>): ReactNode {
  const level = innerLevel(data.heading);
  const teasers =
    data.source === 'auto'
      ? getListItems('categories', lists['categories']).map((category) => ({
          ...category,
          target: '_self',
          language: undefined,
        }))
      : data.categories.map(({ title, description, link }) => ({
          title,
          description,
          href: link.href,
          target: link.target,
          language: link.language,
        }));
  return (
    <ModuleSection id={id} type="EVALUATION_CATEGORIES" data={data} className="evaluation-categories" context={context}>
      <ul className="columns columns--fit evaluation-categories__list">
        {teasers.map(({ title, description, href, target, language }, index) => (
          <li key={index} className="evaluation-categories__teaser">
            <HeadingAt level={level} className="evaluation-categories__title" text={title}>
              {(words) =>
                href === null ? (
                  words
                ) : (
                  <a href={href} hrefLang={language} {...(target === '_blank' ? { target, rel: 'noopener' } : {})}>
                    {words}
                    {target === '_blank' ? (
                      <span className="visually-hidden"> ({context.t('link.newTab')})</span>
                    ) : null}
                  </a>
                )
              }
            </HeadingAt>
            {description === '' ? null : <p className="evaluation-categories__description">{description}</p>}
            {href === null ? null : <Icon name={target === '_blank' ? 'external' : 'arrow-right'} />}
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}
