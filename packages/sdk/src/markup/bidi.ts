const bidiControl = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Makes characters visible that change the text direction: they could make a name or link read as another. */
export function withVisibleBidi(text: string): string {
  return text.replace(bidiControl, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}
