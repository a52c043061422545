import type { Splide as SplideCore } from '@splidejs/splide';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../primitives/icons.tsx';
import { Carousel } from './Carousel.tsx';
import { autoplay, progressAt } from './autoplay.ts';
import { type CarouselTexts, type SlideSlots, slideId } from './carousel-props.ts';
import './slide-show.css';

type SlideShowProps = {
  id: string;
  titles: readonly string[];
  words: CarouselTexts & { pick: string; pause: string; play: string };
} & SlideSlots;

/** Tells the slides who points at them, or is in them with the keyboard. */
function remindOfVisitor(root: HTMLElement | undefined): void {
  if (root?.matches(':hover')) root.dispatchEvent(new Event('mouseenter'));
  if (root?.matches(':focus-within')) root.dispatchEvent(new Event('focusin'));
}

/** Slides that follow each other with a fade, with their titles as the way to pick one. */
export function SlideShow({ id, titles, words, ...slots }: SlideShowProps): ReactNode {
  const splide = useRef<SplideCore | null>(null);
  const bars = useRef<(HTMLSpanElement | null)[]>([]);
  const pressed = useRef(false);
  const [current, setCurrent] = useState(0);
  const [playing, setPlaying] = useState(true);
  const seen = useSeen(splide);

  useEffect(() => {
    const clock = splide.current?.Components.Autoplay;
    if (!playing || !seen) {
      clock?.pause();
      return;
    }
    clock?.play();
    // Starting, Splide forgets who is at the slides already. It waits for them too, unless they have just pressed the button.
    if (!pressed.current) remindOfVisitor(splide.current?.root);
    pressed.current = false;
  }, [playing, seen]);

  const toggle = () => {
    pressed.current = true;
    setPlaying(!playing);
  };

  const showProgress = (index: number, rate: number) => {
    // Written past React: sixty times a second, and an attribute in the markup would break the content security policy.
    for (const [at, bar] of bars.current.entries()) {
      if (bar) bar.style.transform = at === index ? `scaleX(${progressAt(rate) / 100})` : '';
    }
  };

  const pick = (event: MouseEvent, index: number) => {
    if (!splide.current) return;
    event.preventDefault();
    splide.current.go(index);
  };

  return (
    <Carousel
      className="slide-show"
      id={id}
      count={titles.length}
      slots={slots}
      words={words}
      options={{
        type: 'fade',
        rewind: true,
        arrows: false,
        autoplay: 'pause',
        interval: autoplay.duration,
        pauseOnHover: true,
        pauseOnFocus: true,
        resetProgress: false,
      }}
      onMounted={(mounted) => {
        splide.current = mounted;
        if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
      }}
      onMove={(index) => {
        setCurrent(index);
        showProgress(index, 0);
      }}
      onProgress={showProgress}
    >
      <div className="slide-show__controls">
        <button type="button" className="slide-show__toggle" onClick={toggle}>
          <Icon name={playing ? 'pause' : 'play'} />
          <span>{playing ? words.pause : words.play}</span>
        </button>
        <Picks {...{ id, titles, current, bars }} label={words.pick} onPick={pick} />
      </div>
    </Carousel>
  );
}

/** Whether the slides are in sight. */
function useSeen(splide: RefObject<SplideCore | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const root = splide.current?.root;
    if (!root) return undefined;
    let inView = false;
    const update = () => setSeen(inView && !document.hidden);
    const observer = new IntersectionObserver(
      ([entry]) => {
        inView = entry?.isIntersecting ?? false;
        update();
      },
      { threshold: 0.25 },
    );
    observer.observe(root);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [splide]);
  return seen;
}

type PicksProps = {
  id: string;
  titles: readonly string[];
  label: string;
  current: number;
  bars: RefObject<(HTMLSpanElement | null)[]>;
  onPick: (event: MouseEvent, index: number) => void;
};

function Picks({ id, titles, label, current, bars, onPick }: PicksProps): ReactNode {
  return (
    <ol className="slide-show__picks" aria-label={label}>
      {titles.map((title, index) => (
        <li key={index}>
          <a
            className="slide-show__pick"
            href={`#${slideId(id, index)}`}
            aria-current={index === current ? 'true' : undefined}
            onClick={(event) => onPick(event, index)}
          >
            <span className="slide-show__bar">
              <span
                ref={(bar) => {
                  bars.current[index] = bar;
                }}
              />
            </span>
            <span className="slide-show__pick-title">{title}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
