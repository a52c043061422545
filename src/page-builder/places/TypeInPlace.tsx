import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isSame, withValue } from '#domain/pages/merge-versions.ts';
import { getDefinition } from '#modules/definitions.ts';
import { type Values, editorFields, fillIn } from '#schema/editor-fields.ts';
import { countCharacters } from '#schema/fields.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import type { CallFailure } from '#staff/calls/api.ts';
import { ConflictDialog, type Overtaken, conflictDetail } from '#staff/differences/ConflictDialog.tsx';
import { isSaveKey } from '#staff/dialog/use-save-key.ts';
import { dropUnsaved, readUnsaved, storeUnsaved, unsavedKey } from '#staff/form/unsaved-values.ts';
import { focusModuleLater } from '../focus-module.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { findModuleElement } from '../module-element.ts';
import { openModule } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { saveModule, savedFocus } from '../save-module.ts';
import { makeEditable, typedText } from './editable-text.ts';
import { type PlainPlace, plainPlaces, listValues } from './plain-places.ts';
import { tidyTyped } from './tidy-typed.ts';
import type { TypingPlace } from './typing-place.ts';

type Props = {
  state: EditorState;
  module: EditorModule;
  at: TypingPlace;
  /** Typing is over; where it goes on, or whether the focus is to be taken back. */
  onOver: (next: TypingPlace | null, hasFocus: boolean) => void;
};

/** A text of a module that is typed where the page shows it. A text that cannot be is opened in the form of its module. */
export default function TypeInPlace({ state, module, at, onOver }: Props): ReactNode {
  const key = unsavedKey(state, module);
  const [{ place, next }] = useState(() => findPlace(module, at));
  // An earlier copy that was not saved waits for a decision, which the form asks for.
  const [canType] = useState(() => place !== null && readUnsaved(key) === null);
  const leave = useEffectEvent(() => {
    onOver(null, false);
    openModule(module.id, at.path ?? undefined);
  });
  useEffect(() => {
    if (!canType) leave();
  }, [canType]);
  return canType && place ? <Typing {...{ state, module, place, next, storageKey: key, onOver }} /> : null;
}

/** The place that is meant, and the one to which the tabulator leads from there. */
function findPlace(module: EditorModule, { path, target }: TypingPlace) {
  const element = findModuleElement(module.id);
  const all = element ? plainPlaces(element, module) : [];
  // Copies of a slide say the same.
  const places = all.filter((place, index) => all.findIndex((other) => other.path === place.path) === index);
  const place =
    all.find(
      (each) => target && each.path === path && (each.node.contains(target) || each.node.parentNode === target),
    ) ??
    (path === null ? places[0] : places.find((each) => each.path === path)) ??
    null;
  const index = places.findIndex((each) => each.path === place?.path);
  return { place, next: { after: places[index + 1]?.path ?? null, before: places[index - 1]?.path ?? null } };
}

type TypingProps = Pick<Props, 'state' | 'module' | 'onOver'> & {
  place: PlainPlace;
  next: { after: string | null; before: string | null };
  storageKey: string;
};

function Typing({ state, module, place, next, storageKey, onOver }: TypingProps): ReactNode {
  const { field, parts } = place;
  const isLong = field.widget === 'long-text';
  const base = useMemo(() => listValues(module), [module]);
  const [text, setText] = useState(() => tidyTyped(place.text, isLong));
  const panel = useRef<HTMLElement>(null);
  const withText = (typed: string): Values =>
    typed === tidyTyped(place.text, isLong) ? base : fillIn(getFields(module), withValue(base, parts, typed));

  const over = (towards: TypingPlace | null, hasFocus: boolean) => {
    dropUnsaved(storageKey);
    onOver(towards, hasFocus);
  };
  const { failure, overtaken, store, dismiss } = useSave({ state, module, parts, onSaved: over });
  /** Saves what was typed, if it is something else, and goes on to another text. */
  const save = (towards: string | null, hasFocus: boolean) => {
    const values = withText(text);
    if (!isSame(values, base)) return void store(values, module.version, { towards, hasFocus });
    over(towards === null ? null : placeAt(module, towards, module.version), hasFocus);
  };

  useHost(place, {
    onKey: (event) => {
      if (event.isComposing) return;
      if (event.key === 'Escape') over(null, true);
      else if (isSaveKey(event) || (event.key === 'Enter' && !(isLong && event.shiftKey))) save(null, true);
      else if (event.key === 'Tab') save(event.shiftKey ? next.before : next.after, true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onInput: (host) => {
      const typed = typedText(host, isLong);
      setText(typed);
      const values = withText(typed);
      const storedAt = new Date().toISOString();
      if (isSame(values, base)) dropUnsaved(storageKey);
      else storeUnsaved(storageKey, { storedAt, version: module.version, base, values });
    },
    onBlur: (host) => {
      // The focus stays where it was in a window of the browser that is left.
      const isHere = document.activeElement === host || panel.current?.contains(document.activeElement) === true;
      if (!isHere && !overtaken && !failure) save(null, false);
    },
  });

  return (
    <>
      <Panel {...{ field, text, failure, panel }} onSave={() => save(null, true)} onCancel={() => over(null, true)} />
      {overtaken ? (
        <ConflictDialog
          fields={getFields(module)}
          base={base}
          mine={overtaken.mine}
          theirs={overtaken.theirs}
          onClose={dismiss}
          onTakeTheirs={() => {
            over(null, false);
            void refreshDraft();
          }}
          onSave={(theirs, values) => void store(values, theirs.version, { towards: null, hasFocus: true })}
        />
      ) : null}
    </>
  );
}

type Saving = Pick<TypingProps, 'state' | 'module'> & {
  parts: PlainPlace['parts'];
  onSaved: (next: TypingPlace | null, hasFocus: boolean) => void;
};

/** Saves the module as its form does: against the version that was seen. */
function useSave({ state, module, parts, onSaved }: Saving) {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [overtaken, setOvertaken] = useState<{ theirs: Overtaken; mine: Values } | null>(null);
  const isBusy = useRef(false);
  type Then = { towards: string | null; hasFocus: boolean };
  const store = async (values: Values, version: number, { towards, hasFocus }: Then): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(null);
    setOvertaken(null);
    const { id: moduleId } = module;
    const answer = await saveModule(state, module, values, version);
    if (answer.ok) {
      focusModuleLater(moduleId, {
        ...savedFocus(state, module),
        control: hasFocus && towards === null ? 'edit' : null,
      });
      await refreshDraft();
      return onSaved(towards === null ? null : placeAt(module, towards, answer.value.version), false);
    }
    isBusy.current = false;
    const theirs = answer.failure.code === 'conflict' ? conflictDetail.safeParse(answer.failure.detail) : null;
    if (theirs?.success) setOvertaken({ theirs: theirs.data, mine: values });
    else setFailure(atPlace(answer.failure, parts));
  };
  return { failure, overtaken, store, dismiss: () => setOvertaken(null) };
}

type Heard = {
  onKey: (event: KeyboardEvent) => void;
  onInput: (host: HTMLElement) => void;
  onBlur: (host: HTMLElement) => void;
};

/** The element in which is typed, for as long as that lasts. */
function useHost({ node, text, field }: PlainPlace, heard: Heard): void {
  const onKey = useEffectEvent(heard.onKey);
  const onInput = useEffectEvent(heard.onInput);
  const onBlur = useEffectEvent(heard.onBlur);
  useLayoutEffect(() => {
    const { host, restore } = makeEditable(node, text, field.label, field.widget === 'long-text');
    const listening = new AbortController();
    const { signal } = listening;
    host.addEventListener('keydown', (event) => onKey(event), { signal });
    host.addEventListener('input', () => onInput(host), { signal });
    // By then the focus is where it goes.
    const look = () => {
      if (!signal.aborted) onBlur(host);
    };
    host.addEventListener('blur', () => setTimeout(look), { signal });
    host.focus();
    getSelection()?.selectAllChildren(host);
    return () => {
      listening.abort();
      restore();
    };
  }, [node, text, field]);
}

type PanelProps = {
  field: PlainPlace['field'];
  text: string;
  failure: CallFailure | null;
  panel: RefObject<HTMLElement | null>;
  onSave: () => void;
  onCancel: () => void;
};

/** What is typed, how long it may be, and the ways out. */
function Panel({ field, text, failure, panel, onSave, onCancel }: PanelProps): ReactNode {
  const count = countCharacters(text);
  const over = field.max === null ? 0 : count - field.max;
  return (
    <section ref={panel} className="ed-typing" aria-label={`Typing: ${field.label}`}>
      <p>
        <strong>{field.label}</strong>{' '}
        {field.max === null ? null : (
          <span className={over > 0 ? 'ed-counter ed-counter--over' : 'ed-counter'}>
            {count} / {field.max}
          </span>
        )}
      </p>
      <span className="ed-unseen" role="status">
        {over > 0 ? `${over} ${over === 1 ? 'character' : 'characters'} too many` : ''}
      </span>
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-typing__actions">
        <button
          type="button"
          className="ed-button ed-button--small ed-button--primary"
          onMouseDown={keepFocus}
          onClick={onSave}
        >
          Save
        </button>
        <button type="button" className="ed-button ed-button--small" onMouseDown={keepFocus} onClick={onCancel}>
          Cancel
        </button>
        <span className="ed-typing__keys">
          Enter saves, Escape cancels, Tab goes on{field.widget === 'long-text' ? ', Shift+Enter is a new line' : ''}
        </span>
      </div>
    </section>
  );
}

/** The text keeps the focus while a button is pressed: losing it saves, and some browsers give it to no button. */
function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

function getFields({ type }: EditorModule) {
  return editorFields(getDefinition(type).schema);
}

function placeAt({ id }: EditorModule, path: string, version: number): TypingPlace {
  return { moduleId: id, path, target: null, version };
}

/** What is wrong with the text itself, and otherwise which other field of the module has to be mended first. */
function atPlace(failure: CallFailure, parts: PlainPlace['parts']): CallFailure {
  const own = failure.issues.find(({ path }) => path.join('.') === parts.join('.'));
  const [other] = failure.issues;
  if (own) return { ...failure, message: own.message };
  return other
    ? { ...failure, message: `Something else in this module has to be mended first, in its form: ${other.message}` }
    : failure;
}
