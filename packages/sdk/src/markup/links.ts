/** The host of a URL; `undefined` for mail, telephone, and invalid URLs. */
export function hostOf(href: string): string | undefined {
  return URL.canParse(href) ? new URL(href).host || undefined : undefined;
}

/** Whether a URL written by people or bots may be opened: http, https, mailto, tel. */
export function isSafeLink(href: unknown): href is string {
  return typeof href === 'string' && /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && URL.canParse(href);
}
