/** Where something is on the page, in the pixels of the window from the beginning of the document. */
type PageBox = { top: number; bottom: number; left: number; width: number; height: number };

/**
 * The box of an element of the page, also while the page is scaled down beside the outline. Engines differ in what
 * `getBoundingClientRect` tells below `zoom`: pixels of the window, as the standard has it, or those of the element (WebKit).
 */
export function boxOnPage(element: Element): PageBox {
  const { top, left, width, height } = element.getBoundingClientRect();
  const unit = measureUnit(element);
  const onPage = { top: (top + scrollY) * unit, left: (left + scrollX) * unit, height: height * unit };
  return { ...onPage, bottom: onPage.top + onPage.height, width: width * unit };
}

/** How far an element begins below the upper edge of the window. */
export function topInWindow(element: Element): number {
  return boxOnPage(element).top - scrollY;
}

/** How many pixels of the window one is that an element is measured in. */
function measureUnit(element: Element): number {
  const scaled = element.closest('body > *');
  if (!(scaled instanceof HTMLElement) || scaled.offsetWidth === 0) return 1;
  const zoom = Number(getComputedStyle(scaled).zoom);
  if (!(zoom > 0)) return 1;
  // The width of its layout is in its own pixels everywhere.
  const measured = scaled.getBoundingClientRect().width / scaled.offsetWidth;
  return Math.abs(measured - zoom) <= Math.abs(measured - 1) ? 1 : zoom;
}
