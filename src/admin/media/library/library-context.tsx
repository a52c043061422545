import { type ReactNode, createContext, use } from 'react';
import type { MediaLibrary } from '#domain/media/media-library.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';

/** The folders and tags, null before they are loaded. */
type Loaded = { library: MediaLibrary | null; reload: () => void };

const LibraryContext = createContext<Loaded | null>(null);

/** Loads the folders and tags of the library for what is in it. */
export function LibraryProvider({ children }: { children: ReactNode }): ReactNode {
  const { value, failure, reload } = useCall('listMediaLibrary', {});
  return (
    <LibraryContext value={{ library: value, reload }}>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {children}
    </LibraryContext>
  );
}

/** Null where what is shown is not in the library. */
export function useLibrary(): Loaded | null {
  return use(LibraryContext);
}
