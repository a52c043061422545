import { createContext } from 'react';

/**
 * How wide the window is that carousels stand in, where that is not the window which their script runs in: the editor's
 * preview shows them in a frame of another width. Null everywhere else.
 */
export const ViewportWidth = createContext<number | null>(null);
