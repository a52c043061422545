/** The kinds of records that are made by uploading a file. */
export const uploadKinds = ['image', 'vector', 'file', 'document'] as const;
export type UploadKind = (typeof uploadKinds)[number];

export type PictureKind = Extract<UploadKind, 'image' | 'vector'>;

/** Those that have an alternative text. */
export function isPictureKind(kind: string): kind is PictureKind {
  return kind === 'image' || kind === 'vector';
}

export function isUploadKind(kind: string): kind is UploadKind {
  return uploadKinds.some((upload) => upload === kind);
}
