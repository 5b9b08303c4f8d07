/** The host of an address; `undefined` for mail, telephone, and what is no address. */
export function hostOf(href: string): string | undefined {
  return URL.canParse(href) ? new URL(href).host || undefined : undefined;
}

/** Whether an address that people or bots have written may be opened: http, https, mailto, tel. */
export function isSafeLink(href: unknown): href is string {
  return typeof href === 'string' && /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && URL.canParse(href);
}
