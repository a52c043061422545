import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { englishNames, locales } from '#domain/locales.ts';
import { listEndings } from '#domain/media/new-medium.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { getKindNames } from '#kinds/registry.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { checkFile } from '#staff/upload/check-file.ts';
import Uploads from '#staff/upload/Uploads.tsx';
import { useIncoming } from '#staff/upload/use-incoming.ts';

/** What files become that are brought to the list of a kind. */
const becomes: Readonly<Record<UploadKind, readonly UploadKind[]>> = {
  image: ['image', 'vector'],
  vector: ['vector', 'image'],
  file: ['file'],
  document: ['document'],
};
const formats = {
  image: 'JPEG, PNG, WebP, AVIF, HEIC, TIFF and GIF up to 100 MB, SVG up to 2 MB',
  vector: 'SVG up to 2 MB, and pictures up to 100 MB',
  file: 'PDF, Office files, archives, texts and MP4 up to 100 MB',
  document: 'PDF, Office files, archives and texts up to 100 MB',
} as const satisfies Record<UploadKind, string>;

const languages = locales.map((value) => ({ value, label: englishNames[value] }));

type Props = {
  kind: UploadKind;
  fields: readonly EditorField[];
  /** The id of the folder of the library to which files go; empty for none. */
  folder: string;
  onChanged: () => void;
  children: ReactNode;
};

/** The list of a kind, to which files are brought: chosen, dropped on it, or pasted. */
export function UploadPanel({ kind, fields, folder, onChanged, children }: Props): ReactNode {
  const { incoming, isOver, take, place, choose } = useIncoming(true);
  const input = useRef<HTMLInputElement>(null);
  const [documentType, setDocumentType] = useState('datasheet');
  const [language, setLanguage] = useState('en');
  usePaste(take);
  const { many } = getKindNames(kind);
  const type = fields.find(({ name }) => name === 'document_type');
  return (
    <section className={isOver ? 'adm-upload adm-upload--over' : 'adm-upload'} aria-label={`Upload ${many}`} {...place}>
      <div className="adm-upload__bar">
        <button type="button" className="ed-button ed-button--primary" onClick={() => input.current?.click()}>
          Upload {many}
        </button>
        <input ref={input} type="file" hidden multiple accept={listEndings(becomes[kind]).join()} onChange={choose} />
        <p className="adm-upload__hint">
          Or drop them here, or paste. {formats[kind]}.
          {kind === 'image' ? ' Positions in photographs are removed.' : ''}
          {folder === '' ? '' : ' They are put into the folder that is open.'}
        </p>
        {kind === 'document' && type?.widget === 'select' ? (
          <>
            <Choice label={type.label} value={documentType} options={type.options} onChange={setDocumentType} />
            <Choice label="Language" value={language} options={languages} onChange={setLanguage} />
          </>
        ) : null}
      </div>
      {incoming.length > 0 ? (
        <Uploads
          incoming={incoming}
          kind={kind}
          check={(file) => checkFile(file, becomes[kind])}
          words={{
            ...(kind === 'document' ? { documentType, language } : {}),
            ...(folder === '' ? {} : { folder }),
          }}
          onUploaded={onChanged}
          onDescribed={onChanged}
        />
      ) : null}
      {children}
    </section>
  );
}

/** A picture that is pasted while no text is written. */
function usePaste(take: (files: FileList | undefined) => boolean): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (!event.defaultPrevented && take(event.clipboardData?.files)) event.preventDefault();
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}
