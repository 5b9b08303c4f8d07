const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What a person reads of HTML. Linear in its length. */
export function plainText(html: string): string {
  const text = html
    .replace(/<(?:script|style)\b[^>]*>[^<]*<\/(?:script|style)>/gi, '')
    .replace(/<br\b[^>]*>|<\/(?:p|div|li|h[1-6]|tr|blockquote)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) =>
      decimal || hex ? characterOf(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)) : (entities[name] ?? whole),
    );
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
