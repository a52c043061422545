import type { ReactNode } from 'react';
import { formatSize } from '#ui/primitives/dates.tsx';

type Props = { file: { format: string; bytes: number; width: number | null; height: number | null } };

/** What is to be said of a file in one line. */
export function FileFacts({ file: { format, bytes, width, height } }: Props): ReactNode {
  const size = width === null || height === null ? [] : [`${width} × ${height}`];
  return <p className="adm-medium__facts">{[format, ...size, formatSize(bytes, 'en')].filter(Boolean).join(' · ')}</p>;
}
