import type { ReactNode } from 'react';
import { fitText } from './fit-text.ts';
import { textWidth } from './text-width.ts';

type Props = {
  title: string;
  description: string;
  siteName: string;
  host: string;
  /** The segments of the address. */
  steps: readonly string[];
  on: 'desktop' | 'phone';
};

/** What fits, in pixels at the size of a result's text, by what the large search engines do at present. */
const rooms = {
  desktop: { name: 'Search result on a computer', title: 580, titleFont: '20px Arial', description: 920 },
  phone: { name: 'Search result on a phone', title: 620, titleFont: '18px Arial', description: 840 },
} as const;
const descriptionFont = '14px Arial';

/** A result as the large search engines show it, at its width, with what they would cut off. */
export function SearchResult({ title, description, siteName, host, steps, on }: Props): ReactNode {
  const room = rooms[on];
  const cut = [
    { what: 'title', width: textWidth(title, room.titleFont), room: room.title },
    { what: 'description', width: textWidth(description, descriptionFont), room: room.description },
  ];
  return (
    <figure className="ed-found-figure">
      <figcaption lang="en">{room.name}</figcaption>
      <div className={`ed-found ed-found--${on}`}>
        <p className="ed-found__site">
          <span className="ed-found__mark" aria-hidden="true">
            {Array.from(siteName)[0]}
          </span>
          <span>
            {siteName}
            <small>{[host, ...steps].join(' › ')}</small>
          </span>
        </p>
        <p className="ed-found__title">{fitText(title, room.title, (text) => textWidth(text, room.titleFont))}</p>
        <p className="ed-found__text">
          {fitText(description, room.description, (text) => textWidth(text, descriptionFont))}
        </p>
      </div>
      <ul className="ed-found__rooms" lang="en">
        {cut.map(({ what, width, room: most }) => (
          <li key={what} data-over={width > most ? '' : undefined}>
            <span className="ed-found__bar" aria-hidden="true">
              <span style={{ width: `${Math.min(100, Math.round((width / most) * 100))}%` }} />
            </span>
            {describeRoom(what, width, most)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function describeRoom(what: string, width: number, most: number): string {
  if (width > most) return `The ${what} is cut off: about ${Math.ceil((1 - most / width) * 100)} % is too much`;
  return `The ${what} fits: ${Math.round((width / most) * 100)} % of the room`;
}
