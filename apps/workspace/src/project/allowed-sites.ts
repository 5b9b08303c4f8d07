interface Site {
  /** Absent: either. */
  protocol?: string;
  /** Without `*.`, as browsers write it. */
  host: string;
  isWildcard: boolean;
  /** Absent: the default one of the scheme. */
  port?: number;
}

const shape = /^(?:(https?):\/\/)?(\*\.)?([^\s/?#@*:[\]]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?\/?$/i;

/**
 * Whose pages may show the project's widget.
 * @returns undefined where pages of every site may
 */
export function allowedSitesOf(settings: Record<string, unknown>): readonly string[] | undefined {
  if (settings.allowed_urls !== true) return undefined;
  const { allowed_urls_list: list } = settings;
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

/**
 * Whether a page of this origin is on one of the sites: `https://shop.example`, `shop.example:8443`, `*.shop.example`. A call without an
 * origin is of no page, and admitted. Source: contract 82 section 10.
 */
export function isSiteAllowed(sites: readonly string[] | undefined, origin: string | undefined): boolean {
  if (sites === undefined || origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return sites.some((entry) => {
    const site = siteOf(entry);
    return site !== undefined && isOn(site, page);
  });
}

function isOn({ protocol, host, isWildcard, port }: Site, page: URL): boolean {
  const isHost = isWildcard ? page.hostname.endsWith(`.${host}`) : page.hostname === host;
  const isScheme = protocol === undefined ? /^https?:$/.test(page.protocol) : page.protocol === protocol;
  return isHost && isScheme && portOf(page) === (port ?? defaultPort(page.protocol));
}

/** @returns undefined for an entry that names no site */
function siteOf(entry: string): Site | undefined {
  const [, scheme, wildcard, name, port] = shape.exec(entry.trim()) ?? [];
  const address = `${scheme ?? 'https'}://${name}`;
  if (name === undefined || !URL.canParse(address)) return undefined;
  return {
    protocol: scheme && `${scheme.toLowerCase()}:`,
    host: new URL(address).hostname,
    isWildcard: wildcard !== undefined,
    port: port === undefined ? undefined : Number(port),
  };
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? defaultPort(protocol) : Number(port);
}

function defaultPort(protocol: string): number {
  return protocol === 'http:' ? 80 : 443;
}
