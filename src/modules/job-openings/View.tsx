import type { ReactElement, ReactNode } from 'react';
import { Island } from '#ui/islands/Island.tsx';
import { JobFilter, type JobFilterProps } from '#ui/jobs/JobFilter.tsx';
import { Icon } from '#ui/primitives/icons.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { countryName } from '#ui/primitives/periods.ts';
import type { ViewContext, ViewProps } from '../contract.ts';
import { itemsOf } from '../lists.ts';
import type { Job } from '../resolved.ts';
import type { jobOpenings } from './schema.ts';
import { fieldName, workingTime } from './words.ts';
import './job-openings.css';

/** Jobs as a table that visitors can narrow down; all of it stands there before any script. */
export function View({ id, data, lists, context }: ViewProps<typeof jobOpenings>): ReactNode {
  const jobs = itemsOf('jobs', lists['jobs']);
  const level = innerLevel(data.heading);
  const filter = filterOf(id, jobs, context);
  const table = (
    <JobTable jobs={jobs} level={level} label={data.heading.title || context.t('jobs.list')} context={context} />
  );
  return (
    <ModuleSection id={id} type="JOB_OPENINGS" data={data} className="job-openings" context={context}>
      {jobs.length === 0 ? (
        <p className="job-openings__empty">{context.t('jobs.empty')}</p>
      ) : data.hasFilters && (filter.places.length > 1 || filter.fields.length > 1) ? (
        <Island
          name="JobFilter"
          component={JobFilter}
          id={`module-${id}-island`}
          props={filter}
          slots={{ table: { element: table } }}
        />
      ) : (
        table
      )}
    </ModuleSection>
  );
}

function placeOf({ city, country }: Job, { locale }: ViewContext): string {
  return `${city}, ${countryName(country, locale)}`;
}

function filterOf(id: number, jobs: readonly Job[], context: ViewContext): Omit<JobFilterProps, 'table'> {
  const { t, locale } = context;
  const inOrder = (options: Map<string, string>) =>
    [...options]
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => a.label.localeCompare(b.label, locale === 'en' ? 'en' : undefined));
  return {
    id: `module-${id}-jobs`,
    places: inOrder(new Map(jobs.map((job) => [job.city, placeOf(job, context)]))),
    fields: inOrder(
      new Map(jobs.flatMap(({ field }) => (field === null ? [] : [[field, fieldName(field, t)] as const]))),
    ),
    words: {
      place: t('jobs.place'),
      field: t('jobs.field'),
      allPlaces: t('jobs.allPlaces'),
      allFields: t('jobs.allFields'),
      shown: t('jobs.shown', { shown: '%s', total: jobs.length }),
      none: t('jobs.none'),
    },
  };
}

type JobTableProps = { jobs: readonly Job[]; level: Level; label: string; context: ViewContext };

function JobTable({ jobs, level, label, context }: JobTableProps): ReactElement {
  const { t } = context;
  return (
    <table className="job-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('jobs.title')}</th>
          <th scope="col">{t('jobs.field')}</th>
          <th scope="col">{t('jobs.place')}</th>
          <th scope="col">{t('jobs.workingTime')}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id} data-place={job.city} data-field={job.field ?? ''}>
            <th scope="row">
              <HeadingAt level={level} className="job-table__title">
                <Title job={job} context={context} />
              </HeadingAt>
              <p className="job-table__text">{job.shortDescription}</p>
              {job.positions.length === 0 ? null : (
                <ul className="job-table__positions">
                  {job.positions.map((position) => (
                    <li key={position}>{position}</li>
                  ))}
                </ul>
              )}
            </th>
            <td>{job.field === null ? '' : fieldName(job.field, t)}</td>
            <td>
              {placeOf(job, context)}
              {job.isRemote ? <span className="job-table__remote">{t('jobs.remote')}</span> : null}
            </td>
            <td className="job-table__time">{workingTime(job)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Title({ job, context }: { job: Job; context: ViewContext }): ReactNode {
  if (job.directLink === null) return job.title;
  return (
    <a href={job.directLink} target="_blank" rel="noopener">
      {job.title}
      <span className="visually-hidden"> ({context.t('link.newTab')})</span>
      <Icon name="external" />
    </a>
  );
}
