import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

type Props = {
  /** Of the window that the frame stands for, in CSS pixels. */
  width: number;
  /** Of the room that there is for it on the screen. */
  room: number;
  title: string;
  children: ReactNode;
};

/**
 * A document of its own for the preview, with the page's language and style sheets, in which media queries see the width
 * that is asked for. React renders into it from outside, so that what is typed is there without any message. It is scaled
 * down to the room there is, and as high as what it shows.
 */
export function PreviewFrame({ width, room, title, children }: Props): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  const content = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!body) return undefined;
    // A preview leads nowhere: its links are looked at, not followed.
    const onSubmit = (event: Event) => event.preventDefault();
    const onClick = (event: Event) => {
      const isLink = event.composedPath().some((node) => 'tagName' in node && node.tagName === 'A');
      if (isLink) event.preventDefault();
    };
    body.addEventListener('click', onClick);
    body.addEventListener('submit', onSubmit);
    return () => {
      body.removeEventListener('click', onClick);
      body.removeEventListener('submit', onSubmit);
    };
  }, [body]);

  useLayoutEffect(() => {
    const shown = content.current;
    if (!body || !shown) return undefined;
    const measure = () => setHeight(Math.ceil(shown.getBoundingClientRect().height));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [body]);

  const opened = useRef(new WeakSet<Element>());
  useLayoutEffect(() => {
    // What is typed into a closed entry would not be seen: entries are open when they appear, and can be closed.
    for (const details of content.current?.querySelectorAll('details') ?? []) {
      if (opened.current.has(details)) continue;
      opened.current.add(details);
      details.open = true;
    }
  });

  const scale = Math.min(1, room / width);
  return (
    <div className="ed-frame-room" style={{ width: width * scale, height: height * scale }}>
      {/* What it shows is the editor's own, under the page's policy, and a sandbox would stop React's listeners in it. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        className="ed-frame-page"
        title={title}
        srcDoc="<!doctype html>"
        style={{ width, height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument: inner } }) => {
          if (inner) void takeOverStyles(inner).then(() => setBody(inner.body));
        }}
      />
      {body
        ? createPortal(
            <main id="content" ref={content}>
              {children}
            </main>,
            body,
          )
        : null}
    </div>
  );
}

/** Gives a document the page's language and style sheets, the editor's own left out; settles when they have been read. */
async function takeOverStyles(inner: Document): Promise<void> {
  inner.documentElement.lang = document.documentElement.lang;
  const sheets = document.head.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style');
  const reading: Promise<unknown>[] = [];
  for (const sheet of sheets) {
    const copy = inner.importNode(sheet, true);
    if (copy.tagName === 'LINK') {
      reading.push(
        new Promise((resolve) => {
          copy.addEventListener('load', resolve);
          copy.addEventListener('error', resolve);
        }),
      );
    }
    inner.head.append(copy);
  }
  await Promise.all(reading);
}
