import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { type Locale, defaultLocale, englishNames, languageCodes } from '#domain/locales.ts';
import { privacyItem } from '#domain/pages/menus.ts';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import type { MenuCommands } from './menu-commands.ts';
import { MenuTarget } from './MenuTarget.tsx';
import { type MenuNode, type NodePath, type Way, getNodeName } from './menu-tree.ts';

type RowProps = { node: MenuNode; path: NodePath; commands: MenuCommands };

const steps: readonly { way: Way; key: string; shape: string }[] = [
  { way: 'up', key: 'ArrowUp', shape: 'M8 13V3M4 7l4-4 4 4' },
  { way: 'down', key: 'ArrowDown', shape: 'M8 3v10M4 9l4 4 4-4' },
  { way: 'out', key: 'ArrowLeft', shape: 'M13 8H3M7 4L3 8l4 4' },
  { way: 'in', key: 'ArrowRight', shape: 'M3 8h10M9 4l4 4-4 4' },
];

/** Goes from a label to that of the item above or below, in the same language, as in a table; whether it did. */
function goesToLabel({ key, target, altKey, ctrlKey, metaKey, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return false;
  if (!(target instanceof HTMLInputElement) || target.dataset['label'] === undefined) return false;
  const labels = target
    .closest('.adm-menu-editor')
    ?.querySelectorAll<HTMLInputElement>(`[data-label="${target.dataset['label']}"]`);
  const next = labels?.[[...labels].indexOf(target) + by];
  next?.focus();
  return next !== undefined;
}

/** One item of a menu: its labels in two languages, where it leads, and its commands. */
export function MenuRow({ node, path, commands }: RowProps): ReactNode {
  const { beside, opened } = commands;
  const name = getNodeName(node);
  const isOpen = opened === node.id;
  const { text, problem, note } = commands.wordsOf(node);
  const error = commands.errorAt(path);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** Opens where it leads, and closes it again; as long as it leads nowhere, on to the choices of that. */
  const lead = () => {
    if (isOpen && !problem) return commands.open(null);
    focusAfter(
      () => commands.open(node.id),
      () => (problem ? (box.current?.querySelector<HTMLElement>('.adm-target button') ?? null) : null),
    );
  };
  // In a text the arrows to the sides move by words on some systems.
  const onKey = (event: KeyboardEvent) => {
    if (goesToLabel(event)) return event.preventDefault();
    const step = steps.find(({ key }) => key === event.key);
    if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement && (step.way === 'in' || step.way === 'out')) return;
    event.preventDefault();
    commands.step(path, step.way);
  };
  const described = error || problem ? `${id}-state` : undefined;
  return (
    // The keys move the item; every one of them has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={box} className="adm-entry__box" role="group" aria-label={name} onKeyDown={onKey}>
      <div className="adm-entry__row">
        <span className="ed-item__handle" data-handle title="Drag to move" aria-hidden="true">
          <svg viewBox="0 0 10 16" width="10" height="16" fill="currentColor">
            <path d="M2 2h2v2H2zM6 2h2v2H6zM2 7h2v2H2zM6 7h2v2H6zM2 12h2v2H2zM6 12h2v2H6z" />
          </svg>
        </span>
        <div className="adm-entry__texts">
          <LabelInput {...{ node, path, commands }} locale={defaultLocale} describedBy={described} isWrong={!!error} />
          {beside === null ? null : <LabelInput {...{ node, path, commands }} locale={beside} />}
        </div>
        <button
          type="button"
          className={problem ? 'adm-entry__lead adm-entry__lead--wrong' : 'adm-entry__lead'}
          aria-expanded={isOpen}
          title={isOpen && !problem ? 'Close' : 'Change where it leads, and its description'}
          data-edit
          onClick={lead}
        >
          <span className="visually-hidden">{name} leads to: </span>
          {text}
        </button>
        <Tools {...{ node, path, commands }} />
      </div>
      {error || problem ? (
        <p className="adm-entry__state adm-entry__state--wrong" id={`${id}-state`}>
          {error ?? problem}
        </p>
      ) : null}
      {note ? <p className="adm-entry__state">{note}</p> : null}
      {isOpen ? (
        <Details
          {...{ node, path, commands }}
          onClose={() =>
            focusAfter(
              () => commands.open(null),
              () => box.current?.querySelector<HTMLElement>('[data-edit]') ?? null,
            )
          }
        />
      ) : null}
    </div>
  );
}

/** Moves an item, and deletes it. */
function Tools({ node, path, commands }: RowProps): ReactNode {
  const name = getNodeName(node);
  return (
    <span className="adm-entry__tools">
      {steps.map(({ way, key, shape }) => (
        <button
          key={way}
          type="button"
          className="ed-icon-button"
          data-move={way}
          aria-label={`Move ${name} ${way}`}
          aria-keyshortcuts={`Alt+${key}`}
          title={`Move ${way} (Alt+${key.replace('Arrow', '')})`}
          disabled={!commands.canStep(path, way)}
          onClick={() => commands.step(path, way)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d={shape} />
          </svg>
        </button>
      ))}
      <button
        type="button"
        className="ed-button ed-button--small ed-button--quiet"
        onClick={() => commands.remove(path)}
      >
        Delete<span className="visually-hidden"> {name}</span>
      </button>
    </span>
  );
}

type LabelProps = RowProps & { locale: Locale; describedBy?: string | undefined; isWrong?: boolean };

function LabelInput({ node, path, commands, locale, describedBy, isWrong = false }: LabelProps): ReactNode {
  const language = englishNames[locale];
  return (
    <input
      className="ed-input"
      aria-label={`Label, ${language}`}
      aria-describedby={describedBy}
      aria-invalid={isWrong ? true : undefined}
      data-label={locale}
      lang={languageCodes[locale]}
      autoComplete="off"
      placeholder={locale === defaultLocale ? 'Label' : `Not shown in ${language}`}
      value={node.label[locale] ?? ''}
      onChange={({ target: { value } }) =>
        commands.edit(path, `label ${locale}`, (own) => ({ ...own, label: { ...own.label, [locale]: value } }))
      }
    />
  );
}

function Details({ node, path, commands, onClose }: RowProps & { onClose: () => void }): ReactNode {
  const { beside, menu } = commands;
  return (
    <div className="adm-entry__details">
      <MenuTarget
        link={node.link}
        text={getNodeName(node)}
        onChange={(link) => commands.edit(path, null, (own) => ({ ...own, link }))}
      />
      {menu === 'main' ? (
        <div className="adm-pair">
          {[defaultLocale, ...(beside === null ? [] : [beside])].map((locale) => (
            <LabeledField key={locale} label={`Description, ${englishNames[locale]}`}>
              {({ labelId: _, ...ids }) => (
                <input
                  {...ids}
                  className="ed-input"
                  lang={languageCodes[locale]}
                  autoComplete="off"
                  value={node.description?.[locale] ?? ''}
                  onChange={({ target: { value } }) =>
                    commands.edit(path, `description ${locale}`, (own) => ({
                      ...own,
                      description: { ...own.description, [locale]: value },
                    }))
                  }
                />
              )}
            </LabeledField>
          ))}
        </div>
      ) : null}
      {menu === 'legal' ? (
        <label className="ed-check">
          <input type="checkbox" checked={node.id === privacyItem} onChange={() => commands.togglePrivacy(path)} />
          <span>This is the privacy notice that forms lead to</span>
        </label>
      ) : null}
      <div>
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClose}>
          Close<span className="visually-hidden"> {getNodeName(node)}</span>
        </button>
      </div>
    </div>
  );
}
