/** Where the staff look at every type of module (`src/server/editor/gallery`). */
export const galleryPath = '/editor/modules';
