import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { WrittenText } from '#schema/list-texts.ts';
import { pathAt, textPlaces } from './text-places.ts';
import { addExampleStyle, markExamples } from './mark-examples.ts';
import { addFieldStyle, markField, showField } from './mark-field.ts';

export type PreviewFields = {
  /** The texts of the form, which the preview shows. */
  written: readonly WrittenText[];
  /** The field whose text is marked. */
  focused: string | null;
  /** A text of a field was clicked on. */
  onPick: (path: string) => void;
};

type Props = {
  /** The simulated width of the window, in CSS pixels. */
  width: number;
  /** The available width on the screen, in CSS pixels. */
  room: number;
  title: string;
  /** Texts that are marked as examples. */
  examples: ReadonlySet<string> | undefined;
  fields: PreviewFields | undefined;
  /** Not the content of a page, but what is around it. */
  isAround?: true | undefined;
  children: ReactNode;
};

/**
 * An iframe for the preview, with the page's language and stylesheets, in which media queries see the given width. React
 * renders into it through a portal, so that input needs no messages. It is scaled down to the available width, and as
 * high as its content.
 */
export function PreviewFrame({ width, room, title, examples, fields, isAround, children }: Props): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  const content = useRef<HTMLDivElement>(null);

  const pick = useEffectEvent((event: MouseEvent) => {
    const { target, detail } = event;
    const view = body?.ownerDocument.defaultView;
    // Without the pointer it is a key, which works what is in the preview.
    if (!fields || detail === 0 || !view || !(target instanceof view.Node)) return;
    const module = body?.querySelector('[data-module-id]');
    const path = module ? pathAt(textPlaces(module, fields.written), target) : null;
    if (path !== null) fields.onPick(path);
  });
  useEffect(() => {
    if (!body) return undefined;
    // Links and forms in a preview are not followed.
    const onSubmit = (event: Event) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      pick(event);
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

  useLayoutEffect(() => {
    if (body) markExamples(body, examples ?? new Set());
  });

  useMarkedField(body, fields);

  const opened = useRef(new WeakSet<Element>());
  useLayoutEffect(() => {
    if (isAround) return;
    // Input in a closed entry would not be visible: entries are opened when they appear, and can be closed.
    for (const details of content.current?.querySelectorAll('details') ?? []) {
      if (opened.current.has(details)) continue;
      opened.current.add(details);
      details.open = true;
    }
  });

  const scale = Math.min(1, room / width);
  const Content = isAround ? 'div' : 'main';
  return (
    <div className="ed-frame-room" style={{ width: width * scale, height: height * scale }}>
      {/* The content is rendered by the editor, under the page's policy, and a sandbox would stop React's listeners in it. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        className="ed-frame-page"
        title={title}
        srcDoc="<!doctype html>"
        style={{ width, height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument: inner } }) => {
          if (inner) void copyStylesheets(inner).then(() => setBody(inner.body));
        }}
      />
      {body
        ? createPortal(
            <Content id="content" ref={content}>
              {children}
            </Content>,
            body,
          )
        : null}
    </div>
  );
}

/** Marks the place of the field that has the focus, and scrolls to it when another one gets it. */
function useMarkedField(body: HTMLElement | null, fields: PreviewFields | undefined): void {
  const focused = fields?.focused ?? null;
  useLayoutEffect(() => {
    if (body && fields) markField(body, fields.written, focused);
  });
  const show = useEffectEvent((page: HTMLElement, path: string | null) => {
    if (fields) showField(page, fields.written, path);
  });
  useEffect(() => {
    if (body) show(body, focused);
  }, [body, focused]);
}

/** Gives a document the page's language and stylesheets, without the editor's own; settles when they are loaded. */
async function copyStylesheets(inner: Document): Promise<void> {
  inner.documentElement.lang = document.documentElement.lang;
  const stylesheets = document.head.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style');
  const reading: Promise<unknown>[] = [];
  for (const stylesheet of stylesheets) {
    const copy = inner.importNode(stylesheet, true);
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
  addExampleStyle(inner);
  addFieldStyle(inner);
  await Promise.all(reading);
}
