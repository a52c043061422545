import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, document, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { softwareDownloads } from './schema.ts';

type Props = Parameters<typeof View>[0];
const render = (data: Pick<Props['data'], 'files' | 'documents'>) =>
  markup(View, { id: 2, data: { ...layout, heading: noHeading, ...data }, lists: {}, slots: {}, context });

describe('SOFTWARE_DOWNLOADS', () => {
  it('shows files and documents with name, type and size', () => {
    const html = render({
      files: [{ filename: 'Driver', file: { id: 1, title: 'x', href: '/media/abc.zip', size: 2_500_000 } }],
      documents: [{ filename: 'Guide', document: { ...document, href: null, size: null } }],
    });
    expect(html).toContain('data-module-id="2" data-module-type="SOFTWARE_DOWNLOADS"');
    expect(html).toContain('href="/media/abc.zip"');
    expect(html).toContain('Driver<span class="visually-hidden"> (link.download)</span>');
    expect(html).toContain('<span>ZIP</span><span>2.5 MB</span>');
    expect(html).toContain('<span class="document-list__title">Guide</span>');
    expect(html).toContain('document.onRequest');
  });

  it('requires a name of 100 characters at most, and a file or document', () => {
    const parse = (filename: string, file?: number) =>
      softwareDownloads.schema.safeParse({ files: [{ filename, file }] });
    expect(parse('e\u0301'.repeat(100), 1).success).toBe(true);
    expect(parse('a'.repeat(101), 1).error?.issues[0]?.message).toBe('Max. 100 characters');
    expect(parse('', 1).error?.issues[0]?.message).toBe('This field is required');
    expect(parse('a').error?.issues[0]?.message).toBe('This field is required');
  });
});
