import { extensionOf } from './file-name.ts';

/** The type of a file by its content; decides how it is stored and served. Source: contract 70 section 3. */
export interface FileType {
  class: 'image' | 'audio' | 'video' | 'document' | 'text' | 'unknown';
  /** The media type it is served as. */
  mime: string;
  /** Whether a browser may display it inline. */
  isInline: boolean;
}

/** The result of sniffing: a known type, text, or neither. */
export type Content = { kind: 'known'; mime: string } | { kind: 'text' } | { kind: 'unknown' };

const office = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
};

/** Accepted types, by the name that `file-type` gives them: class, served type, matching extensions. */
const known: Readonly<Record<string, readonly [FileType['class'], mime: string, extensions: readonly string[]]>> = {
  'image/jpeg': ['image', 'image/jpeg', ['jpg', 'jpeg', 'jpe', 'jfif']],
  'image/png': ['image', 'image/png', ['png']],
  'image/apng': ['image', 'image/png', ['png', 'apng']],
  'image/gif': ['image', 'image/gif', ['gif']],
  'image/webp': ['image', 'image/webp', ['webp']],
  'audio/mpeg': ['audio', 'audio/mpeg', ['mp3', 'mp2', 'mp1', 'mpga']],
  'audio/mp4': ['audio', 'audio/mp4', ['m4a', 'mp4', 'm4b']],
  'audio/x-m4a': ['audio', 'audio/mp4', ['m4a', 'mp4', 'm4b']],
  'audio/aac': ['audio', 'audio/aac', ['aac']],
  'audio/ogg': ['audio', 'audio/ogg', ['ogg', 'oga', 'opus', 'spx']],
  'audio/ogg; codecs=opus': ['audio', 'audio/ogg', ['opus', 'ogg', 'oga']],
  'audio/wav': ['audio', 'audio/wav', ['wav']],
  'audio/flac': ['audio', 'audio/flac', ['flac']],
  'audio/amr': ['audio', 'audio/amr', ['amr']],
  'video/mp4': ['video', 'video/mp4', ['mp4', 'm4v']],
  'video/x-m4v': ['video', 'video/mp4', ['m4v', 'mp4']],
  'video/quicktime': ['video', 'video/quicktime', ['mov', 'qt']],
  // `file-type` also reports audio-only recordings so.
  'video/webm': ['video', 'video/webm', ['webm', 'weba']],
  'video/3gpp': ['video', 'video/3gpp', ['3gp', '3gpp']],
  'video/3gpp2': ['video', 'video/3gpp2', ['3g2', '3gp']],
  'video/ogg': ['video', 'video/ogg', ['ogv', 'ogg']],
  'application/pdf': ['document', 'application/pdf', ['pdf']],
  'application/rtf': ['document', 'application/rtf', ['rtf']],
  ...Object.fromEntries(
    Object.entries(office).map(([extension, mime]) => [mime, ['document', mime, [extension]] as const]),
  ),
  'image/heic': ['document', 'image/heic', ['heic', 'heif']],
  'image/heic-sequence': ['document', 'image/heic-sequence', ['heics', 'heic']],
  'image/heif': ['document', 'image/heif', ['heif', 'heic']],
  'image/heif-sequence': ['document', 'image/heif-sequence', ['heifs', 'heif']],
  'image/avif': ['document', 'image/avif', ['avif']],
  'image/tiff': ['document', 'image/tiff', ['tif', 'tiff']],
  'image/bmp': ['document', 'image/bmp', ['bmp', 'dib']],
  'image/x-icon': ['document', 'image/x-icon', ['ico']],
  'text/vcard': ['document', 'text/vcard', ['vcf', 'vcard']],
  'text/calendar': ['document', 'text/calendar', ['ics', 'ical']],
  'application/zip': ['document', 'application/zip', ['zip']],
  'application/gzip': ['document', 'application/gzip', ['gz', 'gzip', 'tgz']],
};

/** OLE containers are distinguished by extension only. */
const ole: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
};
const oleMimes = ['application/x-cfb', 'application/vnd.ms-outlook'];

/** Always refused, whatever the configuration: files that systems run, mount or install. */
const dangerousMimes = new Set([
  'application/vnd.android.dex',
  'application/x-xar',
  'application/x-msi',
  'application/x-virtual-disk',
  'application/x-iso9660-image',
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/x-ms-shortcut',
  'application/x-ft-apple.alias',
  'application/x-shockwave-flash',
  'application/x-deb',
  'application/x-rpm',
  'application/x-google-chrome-extension',
  'application/x-xpinstall',
  'application/vnd.ms-cab-compressed',
  'application/x-apple-diskimage',
  'application/vnd.ms-htmlhelp',
  'application/x-ms-regedit',
  'application/x-ft-windows-registry-hive',
  'application/x-asar',
  'application/wasm',
]);
const dangerousExtensions = new Set(
  (
    'exe com scr pif cpl dll sys msi msp bat cmd ps1 psm1 vbs vbe js jse mjs wsf wsh hta jar lnk reg url scf inf chm app pkg ' +
    'dmg deb rpm apk iso img vhd sh'
  ).split(' '),
);
/** Extensions of text that browsers open on a double click. */
const browserExtensions = new Set('html htm xhtml xht shtml mht mhtml svg svgz'.split(' '));

/** The type of a file; undefined if it is always refused. */
export function fileTypeOf(content: Content, name: string): FileType | undefined {
  const extension = extensionOf(name);
  if (dangerousExtensions.has(extension)) return undefined;
  if (content.kind === 'text') {
    const mime = extension === 'csv' ? 'text/csv' : 'text/plain';
    return { class: 'text', mime: `${mime}; charset=utf-8`, isInline: false };
  }
  if (content.kind === 'unknown') return unknown;
  if (dangerousMimes.has(content.mime)) return undefined;
  const office = oleMimes.includes(content.mime) ? ole[extension] : undefined;
  if (office !== undefined) return { class: 'document', mime: office, isInline: false };
  const entry = known[content.mime];
  if (entry === undefined) return unknown;
  return { class: entry[0], mime: entry[1], isInline: entry[0] !== 'document' };
}

const unknown: FileType = { class: 'unknown', mime: 'application/octet-stream', isInline: false };

/** Appends a matching extension unless the name has one, so that a download opens in the right program. */
export function nameFor({ class: kind, mime }: FileType, name: string): string {
  const extension = extensionOf(name);
  if (kind === 'text') return browserExtensions.has(extension) ? `${name}.txt` : name;
  if (kind === 'unknown') return name;
  const fitting = extensionsOf(mime);
  return fitting.includes(extension) ? name : `${name}.${fitting[0]}`;
}

function extensionsOf(mime: string): string[] {
  const byName = Object.entries(ole).filter(([, type]) => type === mime);
  if (byName.length > 0) return byName.map(([extension]) => extension);
  return Object.values(known).flatMap(([, served, extensions]) => (served === mime ? extensions : []));
}

/** Types that are accepted by default. */
export const takenTypes = [
  ...new Set([...Object.values(known).map(([, mime]) => mime), ...Object.values(ole), 'text/*']),
].join(',');

/** Whether a list of types (`.jpg,.pdf`, `image/*`, `*`) accepts a file. An empty list accepts the default types. */
export function allows(list: string | undefined, { mime, class: kind }: FileType, name: string): boolean {
  const words = (list ?? '').split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 0) return kind !== 'unknown';
  const plain = mime.replace(/;.*$/, '');
  const extensions = kind === 'text' || kind === 'unknown' ? [extensionOf(name)] : extensionsOf(mime);
  return words.some((word) => {
    const wanted = word.toLowerCase();
    if (wanted === '*/*' || wanted === '*') return true;
    if (wanted.endsWith('/*')) return plain.startsWith(wanted.slice(0, -1));
    if (wanted.includes('/')) return plain === wanted;
    return extensions.includes(wanted.replace(/^\*?\./, ''));
  });
}

/** Types that are passed to the image decoder. Source: contract 70 section 4. */
export const imageMimes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export type ImageMime = (typeof imageMimes)[number];

export function isImageMime(mime: string): mime is ImageMime {
  return (imageMimes as readonly string[]).includes(mime);
}
