import { imageSizeLimit } from '#domain/new-image.ts';

/** The one address at which more than a form is received. */
export const uploadPath = '/_actions/addImage';

/** A picture, and what is sent around it. */
export const uploadBodyLimit = imageSizeLimit + 256 * 1024;
