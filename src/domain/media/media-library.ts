/** The kinds of the library of media, whose records are put into folders and have tags. */
export const mediaKinds = ['image', 'vector', 'file', 'document', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export function isMediaKind(kind: string): kind is MediaKind {
  return mediaKinds.some((medium) => medium === kind);
}

/** What the filters of a list are called that find media in a folder, or with a tag: by their ids. */
export const folderFilter = 'folder';
export const tagFilter = 'tag';
/** The value of the filter for media that are in no folder. */
export const inNoFolder = 'none';

/** How long names may be. */
export const folderNameLength = 80;
export const mediaTagLength = 40;
/** So many tags are given or taken at once. */
export const maxTags = 20;

/** A folder of the library; its parent is null at the top. */
export type MediaFolder = { id: number; name: string; parent: number | null };
export type MediaTag = { id: number; name: string };
export type MediaLibrary = { folders: readonly MediaFolder[]; tags: readonly MediaTag[] };
