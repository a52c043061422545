/** A file of this device as an address that has the file in it, since pages load pictures from nowhere else. Null where it cannot be read. */
function readAddress(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}

/** The same for a drawing. Browsers show one as a picture only where its type says so, and run nothing in it. */
export function readDrawing(file: Blob): Promise<string | null> {
  return readAddress(new Blob([file], { type: 'image/svg+xml' }));
}
