import type { ReactNode } from 'react';
import { JobList } from '#ui/jobs/JobList.tsx';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { jobOpenings } from './schema.ts';

/** Jobs as a table that visitors can filter; all of it is there before any script. */
export function View({ id, data, lists, context }: ViewProps<typeof jobOpenings>): ReactNode {
  return (
    <ModuleSection id={id} type="JOB_OPENINGS" data={data} className="job-openings" context={context}>
      <JobList
        id={`module-${id}`}
        jobs={getListItems('jobs', lists['jobs'])}
        label={data.heading.title || context.t('jobs.list')}
        by={data.hasFilters ? ['place', 'field'] : []}
        context={context}
      />
    </ModuleSection>
  );
}
