import type { ReactNode } from 'react';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { StoryCardView } from '#ui/primitives/StoryCardView.tsx';
import { CardSlider } from '#ui/sliders/CardSlider.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { latestEmployeeStories } from './schema.ts';

export function View({ id, data, lists, context }: ViewProps<typeof latestEmployeeStories>): ReactNode {
  const stories = getListItems('stories', lists['stories']);
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="LATEST_EMPLOYEE_STORIES" data={data} className="latest-stories" context={context}>
      <CardSlider
        id={`module-${id}`}
        view="teasers"
        label={data.heading.title || context.t('stories.list')}
        cards={stories.map((story) => ({
          element: <StoryCardView story={story} level={level} context={context} />,
          once: { record: story, variant: `story ${context.locale} ${level}` },
        }))}
        t={context.t}
      />
    </ModuleSection>
  );
}
