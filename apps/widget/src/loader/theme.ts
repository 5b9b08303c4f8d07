import { readableOn } from './colours.ts';
import type { Settings } from './settings.ts';

/** Style sheet with the colours and positions of the settings. The other colours, light and dark, are in the CSS files. */
export function themeSheet({ themeColor, themeForegroundColor, zIndex, offset }: Settings): string {
  const [inline, block] = offset;
  const onAccent = readableOn(themeColor, themeForegroundColor);
  return `:host{--accent:${themeColor}!important;--on-accent:${onAccent}!important;--z:${zIndex}!important;--inline:${inline}px!important;--block:${block}px!important}`;
}
