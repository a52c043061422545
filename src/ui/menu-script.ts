import { createHash } from 'node:crypto';

/**
 * The inline script of every page that closes what is open in the header: with Escape, which gives the focus back to what
 * opened it, and when the focus goes elsewhere. Menus open and close by a click without it; popovers close with Escape by
 * themselves. A section of the narrow menu stays open while the menu does: what is below it must not move under a finger.
 */
export const menuScript = `{
const open = () => document.querySelectorAll('.site-header :is(details[open]:not(:popover-open *), :popover-open)');
addEventListener('focusin', ({ target }) => {
  for (const menu of open()) {
    if (menu.contains(target) || target.popoverTargetElement === menu) continue;
    if (menu.open) menu.open = false;
    else menu.hidePopover();
  }
});
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  for (const menu of open()) {
    if (!menu.open) continue;
    if (menu.contains(document.activeElement)) menu.querySelector('summary').focus();
    menu.open = false;
  }
});
}`.replaceAll(/\n\s*/g, '');

/** The hash that allows it in the content security policy. */
export const menuScriptHash = `sha256-${createHash('sha256').update(menuScript).digest('base64')}` as const;
