/** Names of code pages that `TextDecoder` knows under another one. */
const charsets: Readonly<Record<number, string>> = {
  ...{ 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8', 28591: 'latin1', 28592: 'iso-8859-2' },
  ...{ 20866: 'koi8-r', 21866: 'koi8-u', 20932: 'euc-jp', 54936: 'gb18030', 874: 'windows-874', 10000: 'macintosh' },
};

/** Name of a code page of Windows; of an unknown one that of Western Europe. */
export function charsetOf(codePage: number): string {
  return charsets[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252');
}

export function decode(bytes: Buffer, charset: string): string {
  return decoderOf(charset).decode(bytes);
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
