import type { ReactNode } from 'react';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { StoryCardView } from '#ui/primitives/StoryCardView.tsx';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { EmployeeStory } from '#view-model/resolved.ts';
import type { employeeStories } from './schema.ts';
import './employee-stories.css';

const below: Record<Level, Level> = { 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 };

export function View({ id, data, lists, context }: ViewProps<typeof employeeStories>): ReactNode {
  const stories = data.source === 'manual' ? data.stories : getListItems('stories', lists['stories']);
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="EMPLOYEE_STORIES" data={data} className="employee-stories" context={context}>
      {data.sections === 'none' ? (
        <Grid stories={stories} level={level} context={context} />
      ) : (
        groupSections(stories, data.sections).map((section) => (
          <section key={section.id} className="employee-stories__section">
            <HeadingAt level={level} className="employee-stories__title" text={section.title} />
            <Grid
              stories={section.stories}
              level={below[level]}
              context={context}
              withoutCategory={data.sections === 'category'}
            />
          </section>
        ))
      )}
    </ModuleSection>
  );
}

type Section = { id: number; title: string; stories: EmployeeStory[] };

/** Each story below its category, or below each of its groups; in the order of the newest story of each. */
function groupSections(stories: readonly EmployeeStory[], by: 'category' | 'group'): Section[] {
  const sections = new Map<number, Section>();
  for (const story of stories) {
    for (const { id, title } of by === 'category' ? [story.category] : story.groups) {
      let section = sections.get(id);
      if (!section) sections.set(id, (section = { id, title, stories: [] }));
      section.stories.push(story);
    }
  }
  return [...sections.values()];
}

type GridProps = {
  stories: readonly EmployeeStory[];
  level: Level;
  context: ViewContext;
  withoutCategory?: boolean;
};

function Grid({ stories, level, context, withoutCategory = false }: GridProps): ReactNode {
  return (
    <ul className="employee-stories__grid">
      {stories.map((story) => (
        <li key={story.id}>
          <StoryCardView story={story} level={level} context={context} withoutCategory={withoutCategory} />
        </li>
      ))}
    </ul>
  );
}
