import { type ReactNode, useEffect, useRef, useState } from 'react';

type Props = {
  title: string;
  url: string;
  /** Of the page in the frame, in its own pixels. */
  width: number;
  onLoad?: (frame: HTMLIFrameElement) => void;
};

/** A page of this site at a width, made as small as there is room. */
export function ScaledFrame({ title, url, width, onLoad }: Props): ReactNode {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  const style = { width, height: `${100 / scale}%`, transform: `scale(${scale})` };
  return (
    <div ref={room} className="ed-scaled" style={{ maxWidth: width }}>
      {/* A page of this site, with its own scripts and session: a sandbox would hold nothing back. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe title={title} src={url} style={style} onLoad={({ currentTarget }) => onLoad?.(currentTarget)} />
    </div>
  );
}
