import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { Icon } from '#ui/primitives/icons.tsx';
import { nameInWords } from '#ui/primitives/in-clauses.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import type { Cv } from '#view-model/resolved.ts';
import type { cv } from './schema.ts';
import './cv.css';

const below: Record<Level, Level> = { 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 };

type PersonProps = { id: string; person: Cv; level: Level; context: ViewContext };

/**
 * People with their careers, without any script. As an accordion the entries share a name, so that the browser opens
 * one of them at most; as a grid each person's details are a dialog, which Escape and a click outside of it close.
 * Focus stays inside where buttons can open modal dialogs; older browsers show it as a popover.
 */
export function View({ id, data, context }: ViewProps<typeof cv>): ReactNode {
  const level = innerLevel(data.heading);
  const { mode, people } = data;
  return (
    <ModuleSection id={id} type="CV" data={data} className="cv" context={context}>
      {mode === 'accordion' ? (
        <div className="cv__entries">
          {people.map((person) => (
            <details key={person.id} className="cv__entry" name={`module-${id}-people`}>
              <summary className="cv__summary">
                <Portrait person={person} sizes="96px" />
                <Name person={person} level={level} />
                <Icon name="plus" />
              </summary>
              <Career id={`module-${id}-person-${person.id}`} person={person} level={below[level]} context={context} />
            </details>
          ))}
        </div>
      ) : (
        <ul className="cv__grid">
          {people.map((person) => (
            <Person
              key={person.id}
              id={`module-${id}-person-${person.id}`}
              person={person}
              level={level}
              context={context}
            />
          ))}
        </ul>
      )}
    </ModuleSection>
  );
}

function Person({ id, person, level, context }: PersonProps): ReactNode {
  const { t } = context;
  return (
    <li className="cv__card">
      <Portrait person={person} sizes={pictureSizes.portraits} />
      <HeadingAt level={level} className="cv__name" text={person.name}>
        {(words) => (
          <button
            type="button"
            className="cv__open"
            {...{ command: 'show-modal', commandfor: id }}
            popoverTarget={id}
            aria-haspopup="dialog"
          >
            {words}
          </button>
        )}
      </HeadingAt>
      <p className="cv__position">{nameInWords(person.position)}</p>
      <dialog id={id} className="cv__dialog" popover="auto" closedby="any" aria-labelledby={`${id}-name`}>
        <button
          type="button"
          className="cv__close"
          {...{ command: 'close', commandfor: id }}
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('people.close')}
        >
          <Icon name="close" />
        </button>
        <div className="cv__head">
          <Portrait person={person} sizes="160px" />
          <div>
            <HeadingAt level={below[level]} className="cv__name" text={person.name}>
              {(words) => <span id={`${id}-name`}>{words}</span>}
            </HeadingAt>
            <p className="cv__position">{nameInWords(person.position)}</p>
          </div>
        </div>
        <Career id={id} person={person} level={below[below[level]]} context={context} />
      </dialog>
    </li>
  );
}

function Portrait({ person, sizes }: { person: Cv; sizes: string }): ReactNode {
  return person.image ? (
    <Picture className="cv__portrait" image={{ ...person.image, alt: '' }} sizes={sizes} />
  ) : (
    <span className="cv__portrait cv__portrait--none" aria-hidden="true" />
  );
}

function Name({ person, level }: { person: Cv; level: Level }): ReactNode {
  return (
    <HeadingAt level={level} className="cv__who" text={person.name}>
      {(words) => (
        <>
          <span className="cv__name">{words}</span>
          <span className="cv__position">{nameInWords(person.position)}</span>
        </>
      )}
    </HeadingAt>
  );
}

function Career({ id, person, level, context: { t } }: PersonProps): ReactNode {
  const { summary, additionalText, experience, education, contactUrl, linkedinUrl } = person;
  return (
    <div className="cv__career">
      {summary === '' ? null : <p className="cv__text">{summary}</p>}
      {additionalText === '' ? null : <p className="cv__note">{additionalText}</p>}
      <Stations title={t('people.experience')} entries={experience} level={level} />
      <Stations title={t('people.education')} entries={education} level={level} />
      {contactUrl === null && linkedinUrl === null ? null : (
        <p className="cv__links">
          {contactUrl === null ? null : (
            <a
              className="text-link"
              href={contactUrl}
              id={`${id}-contact`}
              aria-label={`${t('people.contact')}: ${person.name}`}
            >
              <span>{t('people.contact')}</span>
              <Icon name="arrow-right" />
            </a>
          )}
          {linkedinUrl === null ? null : (
            <a
              className="text-link"
              href={linkedinUrl}
              target="_blank"
              rel="noopener"
              aria-label={`LinkedIn: ${person.name} (${t('link.newTab')})`}
            >
              <span>LinkedIn</span>
              <Icon name="external" />
            </a>
          )}
        </p>
      )}
    </div>
  );
}

function Stations({ title, entries, level }: { title: string; entries: readonly string[]; level: Level }): ReactNode {
  return entries.length === 0 ? null : (
    <section className="cv__stations">
      <HeadingAt level={level} className="cv__subtitle" text={title} />
      <ul>
        {entries.map((entry, index) => (
          <li key={index}>{entry}</li>
        ))}
      </ul>
    </section>
  );
}
