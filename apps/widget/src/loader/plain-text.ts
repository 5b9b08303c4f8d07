/** The text of a label without its tags and references. */
export function plainText(label: unknown): string {
  if (typeof label !== 'string') return '';
  return label.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => references[name] ?? '');
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
