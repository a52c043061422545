import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EditorModule } from './editor-state.ts';
import { takeModuleToFocus } from './focus-module.ts';
import { openModule } from './query.ts';
import { words } from './words.ts';

type Props = {
  modules: readonly EditorModule[];
  /** Where the bar has room for the buttons that step through the modules. */
  steps: HTMLElement | null;
  /** A dialog is open: the page behind it is not to be worked with. */
  isBlocked: boolean;
};

function elementOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main [data-module-id="${id}"]`);
}

function idUnder(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('main [data-module-id]') : null;
  const id = Number(element?.dataset['moduleId']);
  return Number.isInteger(id) && id > 0 ? id : null;
}

/**
 * The outline around the module under the pointer or with the focus, and what can be done with it. It is laid over the page
 * and takes no room in it. The bar steps through the modules for whoever works with the keyboard.
 */
export function ModuleOutline({ modules, steps, isBlocked }: Props): ReactNode {
  const [active, setActive] = useState<number | null>(null);
  const edit = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const root = document.getElementById('editor-root');
    const onPoint = (event: Event) => {
      // Moving onto the outline's own buttons keeps the module that they belong to.
      if (event.target instanceof Node && root?.contains(event.target)) return;
      setActive(idUnder(event.target));
    };
    const onFocus = (event: Event) => {
      const id = idUnder(event.target);
      if (id !== null) setActive(id);
    };
    document.addEventListener('pointerover', onPoint);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);

  useEffect(() => {
    if (isBlocked) return undefined;
    // Back from a dialog, which gives the focus back to nobody, or from a reload after it.
    const timer = setTimeout(() => {
      const id = takeModuleToFocus();
      if (id === null) return;
      setActive(id);
      requestAnimationFrame(() => edit.current?.focus({ preventScroll: true }));
    }, 0);
    return () => clearTimeout(timer);
  }, [isBlocked]);

  const index = modules.findIndex(({ id }) => id === active);
  const module = modules[index];

  const step = (by: number) => {
    const next = modules[index === -1 ? (by > 0 ? 0 : modules.length - 1) : index + by];
    if (!next) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    elementOf(next.id)?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
    setActive(next.id);
    requestAnimationFrame(() => edit.current?.focus({ preventScroll: true }));
  };

  return (
    <>
      {module && !isBlocked ? (
        <Frame key={module.id} id={module.id}>
          <section className="ed-frame__tools" aria-label={module.name}>
            <span className="ed-frame__name">{module.name}</span>
            {module.fallback ? <span className="ed-frame__note">shows English</span> : null}
            <button
              ref={edit}
              type="button"
              className="ed-button ed-button--small ed-button--primary"
              onClick={() => openModule(module.id)}
            >
              {words.editModule}
            </button>
          </section>
        </Frame>
      ) : null}
      {steps &&
        createPortal(
          <>
            <button
              type="button"
              className="ed-button ed-button--quiet"
              disabled={index === 0}
              onClick={() => step(-1)}
            >
              Previous module
            </button>
            <button
              type="button"
              className="ed-button ed-button--quiet"
              disabled={modules.length === 0 || index === modules.length - 1}
              onClick={() => step(1)}
            >
              Next module
            </button>
          </>,
          steps,
        )}
    </>
  );
}

/** A frame over a module: it follows the module's place and size. */
function Frame({ id, children }: { id: number; children: ReactNode }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const target = elementOf(id);
    if (!target) return;
    const place = () => {
      const box = target.getBoundingClientRect();
      const style = frame.current?.style;
      if (!style) return;
      style.top = `${box.top + scrollY}px`;
      style.left = `${box.left + scrollX}px`;
      style.width = `${box.width}px`;
      style.height = `${box.height}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(target);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [id]);
  return (
    <div ref={frame} className="ed-frame">
      {children}
    </div>
  );
}
