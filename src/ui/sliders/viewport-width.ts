import { createContext } from 'react';

/**
 * The width of the window that shows carousels, where that is not the window of their script: the editor's preview
 * shows them in a frame of another width. Null everywhere else.
 */
export const ViewportWidth = createContext<number | null>(null);
