import { type ReactNode, useId } from 'react';
import { readablePath } from '#domain/addresses/readable-path.ts';
import { describeCount } from '#staff/messages/count.ts';
import type { Moved } from './use-moved.ts';

type Props = { moved: Moved; isBusy: boolean };

/** Longer lists are folded. */
const glance = 6;

/** The pages below that have moved along, each in its own draft, and which of them are published with the page. */
export default function MovedBelow({ moved: { pages, left, leave }, isBusy }: Props): ReactNode {
  const legend = useId();
  const chosen = pages.length - left.size;
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    leave(next);
  };
  const list = (
    <ul className="ed-choices__lines ed-moved" aria-labelledby={legend}>
      {pages.map(({ id, title, from, to, hasMore }) => (
        <li key={id}>
          <label className="ed-check ed-choices__line">
            <input type="checkbox" checked={!left.has(id)} onChange={({ target }) => toggle(id, target.checked)} />
            <span>
              <span className="ed-module-name">{title}</span>
              <small className="ed-moved__line ed-table__quiet">
                {readablePath(from)} → {readablePath(to)}
              </small>
              {hasMore ? <small className="ed-moved__line">Has other changes too, which go live with it</small> : null}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
  return (
    <fieldset className="ed-choices" disabled={isBusy}>
      <legend className="ed-choices__legend" id={legend}>
        Pages below that move along{' '}
        <span className="ed-list__count">{`${chosen} of ${describeCount(pages.length, 'page')}`}</span>
      </legend>
      <div className="ed-choices__all">
        <button type="button" className="ed-button ed-button--small" onClick={() => leave(new Set())}>
          Choose all
        </button>
        <button
          type="button"
          className="ed-button ed-button--small"
          onClick={() => leave(new Set(pages.map(({ id }) => id)))}
        >
          Choose none
        </button>
      </div>
      <p className="ed-dialog__note">
        They are published with this page, in one step. Those that you leave out stay at their addresses until they are
        published by themselves.
      </p>
      {pages.length > glance ? (
        <details className="ed-warnings__kind">
          <summary>{describeCount(pages.length, 'page')}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </fieldset>
  );
}
