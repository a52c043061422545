import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { EmployeeStory } from '#view-model/resolved.ts';
import { NarrowList } from '../../lists/NarrowList.tsx';
import { StoryCardView } from '../../primitives/StoryCardView.tsx';
import type { StoriesContent } from '#view-model/screens/newsroom.ts';

/** Stories below their categories, to be narrowed down to a category and a group. */
export function StoriesScreen({ stories, context }: StoriesContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  if (stories.length === 0) return <p className="newsroom newsroom__empty">{t('stories.empty')}</p>;
  const sections = [...Map.groupBy(stories, ({ category }) => category.id).values()];
  const groups = new Map(stories.flatMap((story) => story.groups.map(({ id, title }) => [id, title] as const)));
  const list = (
    <div className="newsroom__years">
      {sections.map((ofCategory) => (
        <Category key={ofCategory[0]?.category.id} stories={ofCategory} context={context} />
      ))}
    </div>
  );
  return (
    <div className="newsroom">
      <NarrowList
        id="stories"
        filters={[
          {
            name: 'category',
            as: 'links',
            label: t('stories.filter.category'),
            all: t('stories.filter.allCategories'),
            options: sections.flatMap(([first]) =>
              first
                ? [
                    {
                      value: String(first.category.id),
                      label: first.category.title,
                      anchor: `category-${first.category.id}`,
                    },
                  ]
                : [],
            ),
          },
          {
            name: 'group',
            as: 'select',
            label: t('stories.filter.group'),
            all: t('stories.filter.allGroups'),
            options: [...groups]
              .toSorted(([a], [b]) => a - b)
              .map(([id, title]) => ({ value: String(id), label: title })),
          },
        ]}
        total={stories.length}
        none={t('stories.none')}
        t={t}
        list={list}
      />
    </div>
  );
}

function Category({ stories, context }: { stories: readonly EmployeeStory[]; context: ViewContext }): ReactNode {
  const [first] = stories;
  if (!first) return null;
  return (
    <section id={`category-${first.category.id}`} className="newsroom__year" data-part="">
      <h2 className="newsroom__title">{first.category.title}</h2>
      <ul className="newsroom__cards">
        {stories.map((story) => (
          <li
            key={story.id}
            data-item=""
            data-category={story.category.id}
            data-group={story.groups.map(({ id }) => id).join(' ')}
          >
            <StoryCardView
              story={story}
              level={3}
              context={context}
              withoutCategory
              sizes={pictureSizes.storiesBesideList}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
