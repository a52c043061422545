/**
 * The package has types, but its `exports` name none for `import`, so that TypeScript finds nothing.
 * This is the part of them that is used here.
 */
declare module '@splidejs/react-splide' {
  import type { Component, HTMLAttributes, ReactNode } from 'react';
  import type { Options, Splide as SplideCore } from '@splidejs/splide';

  type SplideProps = Omit<HTMLAttributes<HTMLElement>, 'onClick' | 'onDrag'> & {
    tag?: 'div' | 'section';
    options?: Options;
    hasTrack?: boolean;
    children?: ReactNode;
    onMounted?: (splide: SplideCore) => void;
    onMove?: (splide: SplideCore, index: number) => void;
    onAutoplayPlaying?: (splide: SplideCore, rate: number) => void;
  };

  export class Splide extends Component<SplideProps> {
    splide: SplideCore | undefined;
  }
}
