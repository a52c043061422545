import { type ReactNode, useRef, useState } from 'react';
import { modulesIn, getSlot } from '#domain/pages/structure.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { moduleLabel } from '../outline/module-label.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { labels } from '#staff/messages/labels.ts';
import type { SavedSection } from './match-section.ts';
import { SectionFields, type SectionTexts, elsewhere } from '#staff/form/SectionFields.tsx';

type Props = {
  state: EditorState;
  /** The first module of the section. */
  module: EditorModule;
  onAnnounce: (announcement: string) => void;
  onClose: () => void;
};

const empty: SectionTexts = { name: '', note: '' };

/** Saves a module, or several one after another, as a section: a new one, or in place of one. */
export default function SaveSection({ state, module, onAnnounce, onClose }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const siblings = modulesIn(state.structure, getSlot(module)).map(({ id }) => id);
  const following = siblings.slice(siblings.indexOf(module.id));
  const [count, setCount] = useState(1);
  const [value, setValue] = useState(empty);
  const [replaced, setReplaced] = useState<number | null>(null);
  const { value: sections, failure: unread } = useCall('listSections', {});
  const { failure, isBusy, clear, send } = useSend();
  const inPlaceOf = sections?.find(({ id }) => id === replaced);

  const save = () =>
    send(
      () =>
        call('saveSection', {
          pageId: state.pageId,
          moduleIds: following.slice(0, count),
          ...value,
          ...(inPlaceOf ? { replaces: { id: inPlaceOf.id, version: inPlaceOf.version } } : {}),
        }),
      () => {
        onAnnounce(`“${value.name.trim()}” saved. You find it in “${labels.addModule}”, under “${labels.sections}”.`);
        onClose();
      },
    );
  return (
    <FormDialog
      title={labels.saveSection}
      size="small"
      form={form}
      action="Save section"
      isBusy={isBusy}
      failure={elsewhere(failure) ?? unread}
      hasInput={() => value.name !== (inPlaceOf?.name ?? '') || value.note !== (inPlaceOf?.note ?? '')}
      onSubmit={save}
      onClose={onClose}
    >
      <LabeledField label="Modules" help="With what is inside of them, in all languages, as the draft has them now.">
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input"
            value={count}
            data-autofocus
            onChange={({ target }) => setCount(Number(target.value))}
          >
            {following.map((id, index) => (
              <option key={id} value={index + 1}>
                {describeRange(state, module, id, index + 1)}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      {sections && sections.length > 0 ? (
        <Replaced
          sections={sections}
          chosen={inPlaceOf}
          onChoose={(chosen) => {
            setReplaced(chosen?.id ?? null);
            clear();
            setValue(chosen ? { name: chosen.name, note: chosen.note } : empty);
          }}
        />
      ) : null}
      <SectionFields value={value} failure={failure} onChange={setValue} />
    </FormDialog>
  );
}

type ReplacedProps = {
  sections: readonly SavedSection[];
  chosen: SavedSection | undefined;
  onChoose: (chosen: SavedSection | undefined) => void;
};

/** The section that gets the modules in place of its own; none for a new one. */
function Replaced({ sections, chosen, onChoose }: ReplacedProps): ReactNode {
  return (
    <LabeledField label="Save as" help={chosen ? 'What was inserted from it before stays as it is.' : ''}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input"
          value={chosen?.id ?? ''}
          onChange={({ target }) => onChoose(sections.find(({ id }) => String(id) === target.value))}
        >
          <option value="">A new section</option>
          {sections.map(({ id, name }) => (
            <option key={id} value={id}>
              In place of “{name}”
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}

/** The modules from the first one to another. */
function describeRange(state: EditorState, first: EditorModule, lastId: number, count: number): string {
  if (count === 1) return `Only “${moduleLabel(first)}”`;
  const last = state.modules.find(({ id }) => id === lastId);
  return `${count} modules, to “${last ? moduleLabel(last) : ''}”`;
}
