import { readableOn } from './colours.ts';
import type { Settings } from './settings.ts';

/** What the settings say to the sheets. The other colours stand in the sheets, light and dark. */
export function themeSheet({ themeColor, themeForegroundColor, zIndex, offset }: Settings): string {
  const [inline, block] = offset;
  const onAccent = readableOn(themeColor, themeForegroundColor);
  return `:host{--accent:${themeColor}!important;--on-accent:${onAccent}!important;--z:${zIndex}!important;--inline:${inline}px!important;--block:${block}px!important}`;
}
