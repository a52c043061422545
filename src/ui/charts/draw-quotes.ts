import uPlot from 'uplot';

/** Debounce of redrawing after a change of the box's size, in milliseconds. */
const resizeDelay = 200;

/** An axis on the right, its words at the edge of the page. The library's names for both have no value at run time. */
const atTheEnd = { side: 1, align: 2, size: 56, gap: 56 };

export type Course = { days: readonly string[]; closes: readonly number[]; language: string };

/** Draws a course of prices into a box, in the colours of its ground. Returns a function that removes it. */
export function drawQuotes(box: HTMLElement, { days, closes, language }: Course): () => void {
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const price = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', currencyDisplay: 'code' });
  const axisPrice = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  const day = date({ day: 'numeric', month: 'long', year: 'numeric' });
  const month = date({ month: 'short' });
  const monthOfYear = date({ month: 'short', year: 'numeric' });
  const getYear = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(seconds * 1000).getUTCFullYear();
  const axis: uPlot.Axis = {
    stroke: colour('--quiet'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const reading = document.createElement('p');
  reading.className = 'stock-chart__reading';
  const plot = new uPlot(
    {
      width: box.clientWidth,
      height: box.clientHeight,
      padding: [12, 0, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      axes: [
        {
          ...axis,
          // The course is visible on every ground; the line under the pointer marks the day.
          grid: { show: false },
          space: 90,
          // As high as the space for labels in the picture that the chart replaces.
          size: 32,
          // A year is named where it begins.
          values: (_plot, values) =>
            values.map((value, index) =>
              (getYear(value) === getYear(values[index - 1]) ? month : monthOfYear).format(value * 1000),
            ),
        },
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
        { ...axis, ...atTheEnd, values: (_plot, values) => values.map((value) => axisPrice.format(value)) },
      ],
      series: [{}, { stroke: colour('--accent'), width: 2, points: { show: false } }],
      hooks: {
        setCursor: [
          ({ cursor }) => {
            const at = cursor.idx ?? closes.length - 1;
            const close = closes[at];
            if (close !== undefined) {
              reading.textContent = `${day.format(Date.parse(days[at] ?? ''))} · ${price.format(close)}`;
            }
          },
        ],
      },
    },
    [days.map((value) => Date.parse(value) / 1000), [...closes]],
  );
  // By hand: the editor's preview is in a frame, whose elements are no `HTMLElement` of this window, which uPlot asks for.
  box.append(plot.root, reading);
  let settling: ReturnType<typeof setTimeout> | undefined;
  const resize = new ResizeObserver(() => {
    clearTimeout(settling);
    settling = setTimeout(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }), resizeDelay);
  });
  resize.observe(box);
  return () => {
    clearTimeout(settling);
    resize.disconnect();
    plot.destroy();
    reading.remove();
  };
}
