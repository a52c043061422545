import type { ReactNode } from 'react';
import { parseVideo, videoAddress } from '#domain/media/videos.ts';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { useField } from './use-field.ts';

const placeholders = {
  url: 'https://, /path, mailto:, tel: or #anchor',
  video: 'https://www.youtube.com/watch?v=…',
};

/** A URL, or the URL or id of a video. */
export function AddressField({ field, path }: { field: FieldOf<'url' | 'video'>; path: string }): ReactNode {
  const control = useField(path);
  const value = typeof control.value === 'string' ? control.value : '';
  const video = field.widget === 'video' ? parseVideo(value) : null;
  return (
    <FieldShell
      path={path}
      label={field.label}
      help={field.help}
      required={field.required}
      aside={
        video ? (
          <a href={videoAddress(video)} target="_blank" rel="noopener noreferrer">
            Watch {video.id}
          </a>
        ) : null
      }
    >
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          {...control}
          className="ed-input"
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholders[field.widget]}
          value={value}
          onChange={(event) => control.onChange(event.target.value)}
        />
      )}
    </FieldShell>
  );
}
