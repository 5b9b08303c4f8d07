import { isIP } from 'node:net';

import { commonErrors } from '@parley/contracts';
import type { Outbound } from '@parley/outbound';

import { ServerError, serverErrorOf } from './server-error.ts';

/** Source: contract 26 section 1. */
const mailPorts = [25, 143, 465, 587, 993];
const maxAddresses = 3;

interface Options {
  outbound: Outbound;
  /** `MAIL_PORTS`, beside those of mail. */
  ports: readonly number[];
  /** Certificates to trust in the place of the system's, in PEM. */
  ca: string | undefined;
}

/** Where a connection to a mail server leads. */
export interface Reached {
  /** Of the server, at most a few: the connection leads to one of them and to no other. */
  addresses: string[];
  tls: { servername: string; ca?: string };
}

/** The one way to mail servers whose names came from outside. */
export class MailServers {
  readonly #outbound: Outbound;
  readonly #ports: ReadonlySet<number>;
  /** Certificates to trust in the place of the system's, in PEM. */
  readonly ca: string | undefined;

  constructor({ outbound, ports, ca }: Options) {
    this.#outbound = outbound;
    this.#ports = new Set([...mailPorts, ...ports]);
    this.ca = ca;
  }

  /** Checks a server that a record is about to store; one whose name does not resolve passes. @throws url_not_allowed */
  async check(host: string, port: number): Promise<void> {
    await this.#resolve(host, port);
  }

  /** @throws ServerError */
  async reach(host: string, port: number): Promise<Reached> {
    try {
      const found = await this.#resolve(host, port);
      if (found.length === 0) throw new ServerError('dns_failed');
      // IPv4 first: many networks have no way to IPv6 and do not say so at once.
      const addresses = found.toSorted((one, other) => isIP(one) - isIP(other)).slice(0, maxAddresses);
      return { addresses, tls: { servername: host, ...(this.ca && { ca: this.ca }) } };
    } catch (error) {
      throw serverErrorOf(error);
    }
  }

  async #resolve(host: string, port: number): Promise<readonly string[]> {
    if (!this.#ports.has(port)) throw commonErrors.url_not_allowed();
    const { outcome, addresses } = await this.#outbound.resolveHost({ host, port, isPlain: false });
    if (outcome === 'url_not_allowed') throw commonErrors.url_not_allowed();
    return addresses;
  }
}
