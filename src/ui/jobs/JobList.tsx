import type { ReactElement, ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Job } from '#view-model/resolved.ts';
import type { Filter } from '../lists/FilteredList.tsx';
import { choicesByName } from '../lists/choices.ts';
import { NarrowList } from '../lists/NarrowList.tsx';
import { Icon } from '../primitives/icons.tsx';
import { countryName } from '#domain/countries.ts';
import { beforeBrackets, placeInClauses } from '../primitives/in-clauses.tsx';
import { preventFigureBreaks } from '../primitives/prevent-breaks.ts';
import { placeName } from '../primitives/place-name.ts';
import { fieldName, jobAnchor, workingTime, workloads, listWorkloads } from './job-texts.ts';
import './job-table.css';

type JobListProps = {
  id: string;
  jobs: readonly Job[];
  label: string;
  /** What visitors can filter by. */
  by: readonly JobFilterName[];
  context: ViewContext;
};

type JobFilterName = 'place' | 'field' | 'workload' | 'remote';

/** Jobs as a table that visitors can narrow down; all of it is there before any script. */
export function JobList({ id, jobs, label, by, context }: JobListProps): ReactNode {
  const { t } = context;
  if (jobs.length === 0) return <p className="job-openings__empty">{t('jobs.empty')}</p>;
  const table = <JobTable jobs={jobs} label={label} context={context} />;
  const filters = by
    .map((name) => makeFilter(name, jobs, context))
    .filter(({ as, options }) => options.length > (as === 'flag' ? 0 : 1));
  if (filters.length === 0) return table;
  return <NarrowList id={id} filters={filters} total={jobs.length} none={t('jobs.none')} t={t} list={table} />;
}

function formatPlace({ city, country }: Job, { locale }: ViewContext): string {
  return placeName([city, countryName(country, locale)], locale);
}

function makeFilter(name: JobFilterName, jobs: readonly Job[], context: ViewContext): Filter {
  const { t, locale } = context;
  switch (name) {
    case 'place':
      return {
        name,
        as: 'select',
        label: t('jobs.place'),
        all: t('jobs.allPlaces'),
        options: choicesByName(new Map(jobs.map((job) => [toToken(job.place), formatPlace(job, context)])), locale),
      };
    case 'field':
      return {
        name,
        as: 'select',
        label: t('jobs.field'),
        all: t('jobs.allFields'),
        options: choicesByName(
          new Map(jobs.flatMap(({ field }) => (field === null ? [] : [[field, fieldName(field, t)] as const]))),
          locale,
        ),
      };
    case 'workload': {
      const offered = new Set(jobs.flatMap(listWorkloads));
      return {
        name,
        as: 'select',
        label: t('jobs.workingTime'),
        all: t('jobs.anyTime'),
        options: workloads
          .filter(({ value }) => offered.has(value))
          .map(({ value, labelIn }) => ({ value, label: labelIn(locale) })),
      };
    }
    case 'remote':
      return {
        name,
        as: 'flag',
        label: t('jobs.remote'),
        all: '',
        options: jobs.some(({ isRemote }) => isRemote) ? [{ value: 'yes', label: t('jobs.remote') }] : [],
      };
  }
}

/** A place as one word of an attribute and of an address. */
function toToken(place: string): string {
  return place.toLowerCase().replace(/\s+/g, '-');
}

type JobTableProps = { jobs: readonly Job[]; label: string; context: ViewContext };

function JobTable({ jobs, label, context }: JobTableProps): ReactElement {
  const { t } = context;
  return (
    <div className="job-list">
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
            <tr
              key={job.id}
              id={jobAnchor(job)}
              data-item=""
              data-place={toToken(job.place)}
              data-field={job.field ?? ''}
              data-workload={listWorkloads(job).join(' ')}
              data-remote={job.isRemote ? 'yes' : ''}
            >
              <th scope="row">
                <p className="job-table__title">
                  <Title job={job} context={context} />
                  <a className="job-table__link" href={`#${jobAnchor(job)}`}>
                    <span aria-hidden="true">#</span>
                    <span className="visually-hidden">
                      {t('jobs.link')}: {job.title}
                    </span>
                  </a>
                </p>
                <p className="job-table__text">{preventFigureBreaks(job.shortDescription)}</p>
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
                <span>{placeInClauses(formatPlace(job, context))}</span>
                {job.isRemote ? <span className="job-table__remote">{t('jobs.remote')}</span> : null}
              </td>
              <td className="job-table__time">{workingTime(job, context.locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Title({ job, context }: { job: Job; context: ViewContext }): ReactNode {
  if (job.directLink === null) return <span className="job-table__words">{beforeBrackets(job.title)}</span>;
  return (
    <a href={job.directLink} target="_blank" rel="noopener">
      <span className="job-table__words">{beforeBrackets(job.title)}</span>
      <span className="visually-hidden"> ({context.t('link.newTab')})</span>
      <Icon name="external" />
    </a>
  );
}
