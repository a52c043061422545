import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactElement, ReactNode } from 'react';
import { fieldName, workingTime } from '#ui/jobs/job-texts.ts';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { countryName } from '#domain/countries.ts';
import { placeInClauses } from '#ui/primitives/in-clauses.tsx';
import { placeName } from '#ui/primitives/place-name.ts';
import { Picture } from '#ui/primitives/Picture.tsx';
import { cardClass, loneCardSizes } from '#ui/primitives/lone-card.ts';
import { Tag } from '#ui/primitives/Tag.tsx';
import { CardSlider } from '#ui/sliders/CardSlider.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { Job } from '#view-model/resolved.ts';
import type { highlights } from './schema.ts';
import './highlights.css';

type HighlightsProps = ViewProps<typeof highlights>;

/** What speaks for working here: said by hand, or the open positions themselves. */
export function View({ id, data, lists, context }: HighlightsProps): ReactNode {
  const level = innerLevel(data.heading);
  const cards =
    data.source === 'manual'
      ? data.highlights.map((highlight, _, { length }) => ({
          element: <Highlight highlight={highlight} isAlone={length === 1} />,
        }))
      : getListItems('jobs', lists['jobs']).map((job) => ({
          element: <JobCard job={job} level={level} context={context} />,
        }));
  return (
    <ModuleSection id={id} type="HIGHLIGHTS" data={data} className="highlights" context={context}>
      <CardSlider
        id={`module-${id}`}
        view="highlights"
        label={data.heading.title || context.t('slider.highlights')}
        cards={cards}
        t={context.t}
      />
    </ModuleSection>
  );
}

type JobCardProps = { job: Job; level: Level; context: ViewContext };

function JobCard({ job, level, context }: JobCardProps): ReactElement {
  const { title, field, city, country, directLink, shortDescription } = job;
  return (
    <article className="highlights__card highlights__card--job">
      {field === null ? null : <Tag>{fieldName(field, context.t)}</Tag>}
      <HeadingAt level={level} className="highlights__position" text={title}>
        {(words) =>
          directLink === null ? (
            words
          ) : (
            <a href={directLink} target="_blank" rel="noopener">
              {words}
              <span className="visually-hidden"> ({context.t('link.newTab')})</span>
            </a>
          )
        }
      </HeadingAt>
      <p className="highlights__body">{shortDescription}</p>
      <p className="highlights__place">
        <span>{placeInClauses(placeName([city, countryName(country, context.locale)], context.locale))}</span>
        <span>{workingTime(job, context.locale)}</span>
      </p>
    </article>
  );
}

type HighlightProps = { highlight: HighlightsProps['data']['highlights'][number]; isAlone: boolean };

function Highlight({ highlight, isAlone }: HighlightProps): ReactElement {
  return (
    <article className={cardClass('highlights__card', isAlone)}>
      <Picture
        className="highlights__picture"
        image={highlight.image}
        sizes={isAlone ? loneCardSizes : pictureSizes.highlights}
      />
      <p className="highlights__figure">{highlight.title}</p>
      <p className="highlights__subtitle">{highlight.subtitle}</p>
      {highlight.body === '' ? null : <p className="highlights__body">{preventTermBreaks(highlight.body)}</p>}
    </article>
  );
}
