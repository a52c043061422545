import { type ReactNode, useId, useState } from 'react';
import { type MediaTag, mediaTagLength } from '#domain/media/media-library.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';

type Props = {
  label: string;
  help?: string;
  /** Those that are offered while one is typed. */
  tags: readonly MediaTag[];
  value: readonly string[];
  /** Only tags that are there already are taken. */
  isKnownOnly?: boolean;
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
};

/** Tags by their names: typed or chosen, taken by Enter or a comma, and left out again. */
export function TagInput({ label, help, tags, value, isKnownOnly = false, onAdd, onRemove }: Props): ReactNode {
  const list = useId();
  const [typed, setTyped] = useState('');
  const take = (text: string) => {
    const name = text.trim();
    // One that is there in another spelling is that one.
    const known = tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())?.name;
    const tag = known ?? (isKnownOnly ? undefined : name);
    setTyped('');
    if (tag && !value.includes(tag)) onAdd(tag);
  };
  return (
    <LabeledField label={label} {...(help === undefined ? {} : { help })}>
      {({ labelId: _, ...ids }) => (
        <div className="adm-tags">
          <input
            {...ids}
            className="ed-input"
            list={list}
            autoComplete="off"
            placeholder={isKnownOnly ? 'Choose a tag' : 'Type a tag'}
            maxLength={mediaTagLength}
            value={typed}
            onChange={({ target, nativeEvent }) => {
              const text = target.value;
              // Browsers tell no event of their own when an option of the list is chosen.
              const isChosen =
                !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText';
              if (text.endsWith(',')) take(text.slice(0, -1));
              else if (isChosen && tags.some(({ name }) => name === text)) take(text);
              else setTyped(text);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              take(typed);
            }}
            onBlur={() => take(typed)}
          />
          <datalist id={list}>
            {tags.flatMap(({ id, name }) =>
              value.includes(name)
                ? []
                : [
                    <option key={id} value={name}>
                      {name}
                    </option>,
                  ],
            )}
          </datalist>
          {value.length > 0 ? (
            <ul className="adm-chips" aria-label={`${label}: chosen`}>
              {value.map((tag) => (
                <li key={tag} className="adm-chip">
                  {tag}
                  <button
                    type="button"
                    className="adm-chip__remove"
                    aria-label={`Take out ${tag}`}
                    onClick={() => onRemove(tag)}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </LabeledField>
  );
}
