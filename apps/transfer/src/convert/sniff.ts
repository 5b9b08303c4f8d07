/** How media stores a file; nothing that comes from elsewhere is shown within a page. */
export interface Sniffed {
  class: 'image' | 'document' | 'unknown';
  type: string;
}

const known: readonly [start: string, Sniffed][] = [
  ['89504e470d0a1a0a', { class: 'image', type: 'image/png' }],
  ['ffd8ff', { class: 'image', type: 'image/jpeg' }],
  ['47494638', { class: 'image', type: 'image/gif' }],
  ['255044462d', { class: 'document', type: 'application/pdf' }],
];
/** Of programs: Windows, Linux, Mac, Java, WebAssembly. */
const programs = ['4d5a', '7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '0061736d'];
const programNames =
  /\.(?:exe|com|scr|pif|cpl|dll|sys|msi|msp|bat|cmd|ps1|psm1|vbs|vbe|js|jse|mjs|wsf|wsh|hta|jar|lnk|reg|url|scf|inf|chm|app|pkg|dmg|deb|rpm|apk|iso|img|vhd|sh)$/i;

/** The type of a file by its first bytes; nothing for what machines run. */
export function sniff(start: Buffer, name: string): Sniffed | undefined {
  const hex = start.subarray(0, 16).toString('hex');
  if (programNames.test(name) || programs.some((mark) => hex.startsWith(mark))) return undefined;
  if (hex.startsWith('52494646') && start.subarray(8, 12).toString('latin1') === 'WEBP')
    return { class: 'image', type: 'image/webp' };
  return known.find(([mark]) => hex.startsWith(mark))?.[1] ?? { class: 'unknown', type: 'application/octet-stream' };
}
