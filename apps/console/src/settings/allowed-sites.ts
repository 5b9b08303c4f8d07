/** `https://shop.example`, `shop.example:8443`, `*.shop.example`. Source: contract 82 section 10. */
const site = /^(?:(https?):\/\/)?(\*\.)?([^\s/?#@*:[\]]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?\/?$/i;

/** Entries that name no site: pages of none match them. */
export function faultySites(sites: readonly string[]): string[] {
  return sites.filter((entry) => !site.test(entry));
}

/** Whether a page of the origin may show the widget when these sites may. */
export function admits(sites: readonly string[], origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin);
  const usual = protocol === 'http:' ? '80' : '443';
  return sites.some((entry) => {
    const [, scheme, wildcard, host = '', ownPort] = site.exec(entry) ?? [];
    const name = host.toLowerCase();
    const isHost = wildcard ? hostname.endsWith(`.${name}`) : hostname === name;
    const isScheme = scheme === undefined || `${scheme.toLowerCase()}:` === protocol;
    return name !== '' && isHost && isScheme && (port || usual) === (ownPort ?? usual);
  });
}
