/** Where the staff look at every type of module (`src/editor/gallery`). */
export const galleryPath = '/editor/modules';
