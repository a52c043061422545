let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text in pixels, on one line. */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = `${font}, 'Liberation Sans', Helvetica, sans-serif`;
  return context.measureText(text).width;
}
