import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icons.tsx';
import './video-frame.css';

type VideoFrameProps = {
  /** Of the platform: 11 characters. */
  video: string;
  /** Where it can be watched without script. */
  address: string;
  title: string;
  words: { play: string };
};

/** A video behind a poster. There is no request to the platform before it is played. */
export function VideoFrame(props: VideoFrameProps & Record<'poster', ReactNode>): ReactNode {
  const { video, address, title, words, poster } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    if (isPlaying) frame.current?.focus();
  }, [isPlaying]);

  // Chromium may drop the focus when the player's document replaces the empty one, on a slow machine: then keys would reach neither
  // the player nor the page. `focus()` alone does nothing for an element that the document still holds to be focused.
  const restoreFocus = () => {
    if (document.hasFocus() || document.activeElement !== frame.current) return;
    frame.current?.blur();
    frame.current?.focus();
  };

  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // To make a frame takes a slow machine longer than an answer may: the click is seen first.
    requestAnimationFrame(() => setTimeout(() => setPlaying(true)));
  };

  if (isPlaying) {
    return (
      <iframe
        ref={frame}
        onLoad={restoreFocus}
        className="video-frame"
        src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
        title={title}
        // The player needs its own scripts and storage, and links to the platform in a new tab. The rule prevents a
        // frame from removing its own sandbox, which only a frame of the same origin could.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <a className="video-frame" href={address} target="_blank" rel="noopener" onClick={play}>
      {poster}
      <span className="video-frame__play">
        <Icon name="play" />
      </span>
      <span className="visually-hidden">
        {words.play}: {title}
      </span>
    </a>
  );
}
