import sharp from 'sharp';
import type { SiteId } from '#domain/sites.ts';

/** The preview picture of shared pages: 1.91 to 1, the ratio that networks crop to. */
const size = { width: 1200, height: 630 };

/** It is made from a variant of an image, which is far smaller than the upload. */
const largestPixels = 16_000_000;
const patience = 20;

/** The site's mark on its background, as in its icon. */
const marks: Record<SiteId, { background: string; foreground: string }> = {
  main: { background: '#007a53', foreground: '#ffffff' },
  developer: { background: '#22282b', foreground: '#1fc28b' },
  automotive: { background: '#e2590b', foreground: '#22282b' },
};

function markOf(site: SiteId): Buffer {
  const { background, foreground } = marks[site];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="112" height="112" viewBox="0 0 32 32"><path fill="${background}" d="M0 0h32v32H0z"/>
    <g transform="translate(3.5 2)" fill="none" stroke="${foreground}" stroke-width="3"><path d="M23.9 10a10.7 10.7 0 1 0 0 8M14 14h11"/></g>
    <circle cx="17.5" cy="16" r="3.2" fill="${foreground}"/></svg>`,
  );
}

/**
 * Draws the picture by which a page is shared: the middle of an image with the site's mark in the corner, as JPEG, because
 * not every network takes WebP. The same image and site give the same bytes.
 */
export async function drawOpenGraphPicture(image: Uint8Array, site: SiteId): Promise<Uint8Array> {
  return sharp(image, { limitInputPixels: largestPixels })
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .flatten({ background: '#f2f4f3' })
    .composite([{ input: markOf(site), gravity: 'southwest' }])
    .jpeg({ quality: 82, progressive: true })
    .timeout({ seconds: patience })
    .toBuffer();
}
