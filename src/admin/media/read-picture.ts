/** What the browser can show of a file of this device: the address has the picture in it, since pages load none from elsewhere. */
export type ReadPicture = { picture: string | null; width: number | null; height: number | null };

const widest = 960;
const none: ReadPicture = { picture: null, width: null, height: null };

/** Reads a picture as the browser can; of formats that it does not know, such as HEIC and TIFF, it shows nothing. */
export async function readPicture(file: File): Promise<ReadPicture> {
  if (!file.type.startsWith('image/')) return none;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return none;
  const { width, height } = bitmap;
  const scale = Math.min(1, widest / width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { picture: canvas.toDataURL('image/webp', 0.8), width, height };
}
