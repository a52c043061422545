import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../calls/api.ts';

type Props = {
  title: string;
  description: string;
  host: string;
  pictureId: number | null;
  /** Of the site, for pages without a picture. */
  sitePicture: string | null;
};

const widths = [
  { name: 'Shared on a computer', width: 520 },
  { name: 'Shared on a phone', width: 340 },
] as const;

/** The page as social networks and messengers show it when somebody shares it. */
export function SocialCard({ title, description, host, pictureId, sitePicture }: Props): ReactNode {
  const own = usePicture(pictureId);
  const picture = pictureId === null ? sitePicture : own;
  return widths.map(({ name, width }) => (
    <figure key={name} className="ed-found-figure">
      <figcaption lang="en">{name}</figcaption>
      <div className="ed-card" style={{ maxWidth: width }}>
        {picture === null ? (
          <p className="ed-card__none" lang="en">
            No picture: neither the page nor the site has one.
          </p>
        ) : (
          <img className="ed-card__picture" src={picture} alt="" />
        )}
        <div className="ed-card__texts">
          <small>{host}</small>
          <p className="ed-card__title">{title}</p>
          <p className="ed-card__text">{description}</p>
        </div>
      </div>
    </figure>
  ));
}

function usePicture(id: number | null): string | null {
  const [found, setFound] = useState<{ id: number; url: string | null } | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let isCurrent = true;
    void call('findImage', { id }).then((answer) => {
      if (isCurrent && answer.ok) setFound({ id, url: answer.value.url });
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return found?.id === id ? found.url : null;
}
