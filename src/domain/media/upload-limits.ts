/** How large what people upload may be, in bytes: of files, and so of the requests that bring them. */

const megabyte = 1024 * 1024;

/** Of a picture that is added from a form. */
export const imageSizeLimit = 10 * megabyte;
/** Of a file of the library. */
export const mediumSizeLimit = 100 * megabyte;
/** Of a file that comes in one request; a larger one is sent in parts (`upload-parts.ts`). */
export const singleUploadLimit = 40 * megabyte;
/** Of a drawing, which is text and is gone through as a whole. */
export const drawingSizeLimit = 2 * megabyte;
