import sharp, { type Sharp } from 'sharp';
import type { FocusPoint } from '#domain/media/focus-point.ts';
import { siteLooks } from '#domain/site-looks.ts';
import type { SiteId } from '#domain/sites.ts';

/** The preview picture of shared pages: 1.91 to 1, the ratio that networks crop to. */
const size = { width: 1200, height: 630 };

/** It is made from a variant of an image, which is far smaller than the upload. */
const largestPixels = 16_000_000;
const timeoutSeconds = 20;

/** The site's mark on its background, as in its icon. */
function readMark(site: SiteId): Buffer {
  const { background, foreground } = siteLooks[site].mark;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="112" height="112" viewBox="0 0 32 32"><path fill="${background}" d="M0 0h32v32H0z"/>
    <g transform="translate(3.5 2)" fill="none" stroke="${foreground}" stroke-width="3"><path d="M23.9 10a10.7 10.7 0 1 0 0 8M14 14h11"/></g>
    <circle cx="17.5" cy="16" r="3.2" fill="${foreground}"/></svg>`,
  );
}

/**
 * Draws the picture by which a page is shared: what is to be seen of an image with the site's mark in the corner, as JPEG, because
 * not every network takes WebP. The same image, site and focal point give the same bytes.
 */
export async function drawOpenGraphPicture(
  image: Uint8Array,
  { site, focus }: { site: SiteId; focus: FocusPoint | null },
): Promise<Uint8Array> {
  return crop(sharp(image, { limitInputPixels: largestPixels }), focus ? await findArea(image, focus) : null)
    .flatten({ background: '#f2f4f3' })
    .composite([{ input: readMark(site), gravity: 'southwest' }])
    .jpeg({ quality: 82, progressive: true })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer();
}

type Area = { width: number; height: number; left: number; top: number };

/** Of an image that is scaled to cover the picture: the part that its focal point keeps in view, as browsers do. */
async function findArea(
  image: Uint8Array,
  [x, y]: FocusPoint,
): Promise<{ scaled: Pick<Area, 'width' | 'height'>; area: Area }> {
  const { width, height } = await sharp(image, { limitInputPixels: largestPixels }).metadata();
  const factor = Math.max(size.width / width, size.height / height);
  const scaled = {
    width: Math.max(size.width, Math.round(width * factor)),
    height: Math.max(size.height, Math.round(height * factor)),
  };
  const left = Math.round(((scaled.width - size.width) * x) / 100);
  const top = Math.round(((scaled.height - size.height) * y) / 100);
  return { scaled, area: { ...size, left, top } };
}

function crop(image: Sharp, focused: Awaited<ReturnType<typeof findArea>> | null): Sharp {
  if (!focused) return image.resize({ ...size, fit: 'cover', position: 'attention' });
  return image.resize({ ...focused.scaled, fit: 'fill' }).extract(focused.area);
}
