import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useWatch } from 'react-hook-form';
import type { Translate, ViewContext } from '#modules/contract.ts';
import { views } from '#modules/views.ts';
import { ViewportWidth } from '#ui/sliders/viewport-width.ts';
import type { EditorState } from '../editor-state.ts';
import { type FormField, fillIn } from '../form/form-fields.ts';
import { readDraftSlots } from './draft-slots.ts';
import type { FormModule } from './ModuleForm.tsx';
import { PreviewBoundary } from './PreviewBoundary.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import { type Prepared, preparePreview } from './prepare-preview.ts';
import { loadTranslate } from './preview-words.ts';
import { ResolvedRecords } from './resolved-records.ts';

type Props = { state: EditorState; module: FormModule; fields: readonly FormField[] };
type View = Awaited<ReturnType<(typeof views)[keyof typeof views]>>['View'];
type Ready = Extract<Prepared, { status: 'ready' }>;

/** The widths that an editor looks at, in CSS pixels of the page. */
const widths = { Phone: 360, Tablet: 768, Desktop: 1280 } as const;
type WidthName = keyof typeof widths;
const widthNames = Object.keys(widths) as WidthName[];

/**
 * The module as the page would show it with what stands in the form now: rendered here by its own view, without a server in
 * between, except for records and lists that have not been seen yet.
 */
export function LivePreview({ state, module, fields }: Props): ReactNode {
  const [name, setName] = useState<WidthName>('Desktop');
  const [records] = useState(() => new ResolvedRecords(state));
  const parts = useParts(state, module);
  const values = fillIn(fields, useWatch());
  const answers = useSyncExternalStore(records.subscribe, records.answers);
  const key = JSON.stringify(values);
  const prepared = useMemo(
    () => preparePreview(module.type, fields, values, records),
    // The values are new objects each time: what they say is the key, and answers change what the records know.
    // oxlint-disable-next-line react/exhaustive-deps
    [module.type, fields, records, key, answers],
  );
  useEffect(() => {
    if (prepared.status === 'loading') records.request(prepared.references, prepared.lists);
  }, [prepared, records]);

  // The last values that could be shown stay on screen while others cannot.
  const [last, setLast] = useState<Ready | null>(null);
  if (prepared.status === 'ready' && prepared !== last) setLast(prepared);
  const shown = prepared.status === 'ready' ? prepared : last;

  const pane = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const [slots] = useState(() => (module.id === null ? {} : readDraftSlots(module.id, state.modules)));
  const notice = noticeOf(prepared, records);
  const width = widths[name];
  return (
    <section className="ed-preview" aria-label="Preview">
      <fieldset className="ed-widths">
        <legend className="ed-widths__legend">Preview width</legend>
        {widthNames.map((option) => (
          <label key={option} className="ed-widths__option">
            <input
              type="radio"
              name="ed-preview-width"
              value={option}
              checked={name === option}
              onChange={() => setName(option)}
            />
            <span>
              {option} <small>{widths[option]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {/* Scrolled by the arrow keys: nothing in it takes the focus before what it shows is there. */}
      <div className="ed-preview__scroll" role="group" aria-label="The module, scrollable" tabIndex={0}>
        <div className="ed-preview__notice" role="status">
          {notice ? <Notice {...notice} /> : null}
        </div>
        <div
          ref={pane}
          className={
            prepared.status === 'ready' || shown === null
              ? 'ed-preview__pane'
              : 'ed-preview__pane ed-preview__pane--dim'
          }
        >
          {parts && shown && room > 0 ? (
            <PreviewFrame width={width} room={room}>
              <PreviewBoundary
                attempt={shown}
                fallback={<p className="container">These values cannot be shown yet. Go on typing.</p>}
              >
                <ViewportWidth value={width}>
                  <parts.View
                    key={width}
                    id={module.id ?? 0}
                    data={shown.data}
                    lists={shown.lists}
                    slots={slots}
                    context={parts.context}
                  />
                </ViewportWidth>
              </PreviewBoundary>
            </PreviewFrame>
          ) : null}
        </div>
      </div>
    </section>
  );
}

/** The view and the words, each loaded once for a dialog. */
function useParts({ site, locale }: EditorState, { type }: FormModule): { View: View; context: ViewContext } | null {
  const [parts, setParts] = useState<{ View: View; context: ViewContext } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([views[type](), loadTranslate(locale)]).then(([{ View }, t]: [{ View: View }, Translate]) => {
      if (isCurrent) setParts({ View, context: { site, locale, t } });
    });
    return () => {
      isCurrent = false;
    };
  }, [site, locale, type]);
  return parts;
}

type NoticeProps = { title: string; lines: readonly string[] };

function noticeOf(prepared: Prepared, { problem }: ResolvedRecords): NoticeProps | null {
  switch (prepared.status) {
    case 'ready':
      return null;
    case 'loading':
      return problem === null ? null : { title: 'The preview waits', lines: [problem] };
    case 'incomplete':
      return { title: 'Almost there', lines: prepared.hints };
    case 'broken':
      return {
        title: 'No preview yet',
        lines: ['What is stored here does not fit this module any more. Complete the form, and it appears.'],
      };
  }
}

function Notice({ title, lines }: NoticeProps): ReactNode {
  return (
    <div className="ed-preview__placeholder">
      <p className="ed-preview__title">{title}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
