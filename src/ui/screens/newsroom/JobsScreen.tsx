import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { JobList } from '../../jobs/JobList.tsx';
import type { JobsContent } from '#view-model/screens/newsroom.ts';

/** Every open position, to be narrowed down by where, in what, how much, and from where. */
export function JobsScreen({ jobs, context }: JobsContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  return (
    <section className="newsroom" id="jobs">
      <h2 className="newsroom__title">{t('jobs.list')}</h2>
      <JobList
        id="jobs"
        jobs={jobs}
        label={t('jobs.list')}
        by={['place', 'field', 'workload', 'remote']}
        context={context}
      />
    </section>
  );
}
