const maxCharacters = 120;
const maxBytes = 200;
const maxSentCharacters = 255;

/** Characters that stored names exclude: blanks, separators of URLs and headers, and characters that hide or reorder text. */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cn}\p{Co}\\/:*?"<>|%#&+\u{fffd}]/gu;

/** Begins where the run begins: read from each of its dots, a name of many would take as many steps squared. */
const trailingDots = /(?<!\.)\.+$/;

/** The name of downloads: the last segment of the uploaded name, without control characters. */
export function sentNameOf(sent: string): string {
  const last = lastSegment(sent).replace(/[\p{Cc}\p{Cs}\u{fffd}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, '');
  const { stem, extension } = splitName(last.trim());
  return cut(stem, extension, maxSentCharacters, Number.POSITIVE_INFINITY) || 'file';
}

/** The name in the stored path: needs no encoding and is safe for file systems and shells. */
export function storedNameOf(sent: string): string {
  const clean = lastSegment(sent.toWellFormed())
    .normalize('NFC')
    .replace(unsafe, '_')
    .replace(/^\.+/, '')
    .replace(trailingDots, '');
  const { stem, extension } = splitName(clean);
  // Truncation may leave a trailing dot.
  return cut(stem, extension, maxCharacters, maxBytes).replace(trailingDots, '') || 'file';
}

function lastSegment(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? '';
}

const maxExtensionLength = 20;

function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= maxExtensionLength;
  return isExtension ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' };
}

/** Truncates the stem, by whole characters, until the name fits. */
function cut(stem: string, extension: string, characters: number, bytes: number): string {
  const kept = [...stem].slice(0, Math.max(0, characters - [...extension].length));
  let size = Buffer.byteLength(kept.join('') + extension);
  while (size > bytes && kept.length > 0) size -= Buffer.byteLength(kept.pop() ?? '');
  return kept.join('') + extension;
}

/** The last extension in lower case, as read by systems that ignore trailing blanks and dots: `evil.exe. ` is `exe`. */
export function extensionOf(name: string): string {
  const plain = name.replace(/:.*$/su, '').replace(/(?<![\s.\p{Cc}\p{Cf}])[\s.\p{Cc}\p{Cf}]+$/u, '');
  const dot = plain.lastIndexOf('.');
  return dot < 0 ? '' : plain.slice(dot + 1).toLowerCase();
}

/** The value of Content-Disposition. Source: RFC 6266, RFC 8187. */
export function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/gu, '?').replace(/["\\]/g, '\\$&');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
