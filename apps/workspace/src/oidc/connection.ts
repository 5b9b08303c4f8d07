import { readFileSync } from 'node:fs';

import { EmailAddress } from '@parley/contracts';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text));

/** A connection of the installation, as the operator writes it. Source: contract 12 section 2. */
const InstallationConnection = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be lower-case letters, digits and dashes'),
  name: z.string().min(1).max(64),
  issuer: httpUrl,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scopes: z.string().default('openid email profile'),
  /** `invited`: people who have an account or an invitation; `anyone_of_domain`: also others whose address is of `domains`. */
  provision: z.enum(['invited', 'anyone_of_domain']).default('invited'),
  domains: z.array(z.string().toLowerCase()).default([]),
  /** The claim that says that the address was proved: Entra ID has `xms_edov`. */
  email_verified_claim: z.string().default('email_verified'),
});

/** A way to an identity provider: of the installation, or of a project. */
export interface Connection extends z.output<typeof InstallationConnection> {
  /** Absent: of the installation. `domains` are those that the project has proved. */
  project?: ProjectClaims;
}

/** What a project's connection makes of claims. */
export interface ProjectClaims {
  projectId: string;
  /** Of the record: what is remembered of an issuer holds for one version. */
  version: number;
  roleClaim?: string;
  roleMap: readonly RoleOfClaim[];
  groupClaim?: string;
  groupMap: readonly GroupOfClaim[];
}

export interface RoleOfClaim {
  value: string;
  role: 'agent' | 'admin';
  role_id?: string;
}

export interface GroupOfClaim {
  value: string;
  id_group: string;
}

const Connections = z
  .array(InstallationConnection)
  .max(20)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'ids must differ');

/** @param file JSON; absent: none. @throws Error that names what is wrong, without the secrets */
export function readConnections(file: string | undefined): Connection[] {
  if (file === undefined) return [];
  const { data, error } = Connections.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (error) throw new Error(`OIDC_CONNECTIONS: ${z.prettifyError(error)}`);
  return data;
}

/**
 * Where the issuer sends browsers back. Each connection of a project has an address of its own: an issuer of one project cannot have the
 * code of another issuer delivered as its own (RFC 9700, mix-up).
 */
export function redirectUriOf({ id, project }: Pick<Connection, 'id' | 'project'>, publicUrl: string): string {
  return project === undefined ? `${publicUrl}/v3/auth/oidc/callback` : `${publicUrl}/v3/auth/oidc/${id}/callback`;
}

/** What an issuer says of a person. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Only where the issuer vouches for it. */
  email?: string;
  firstname: string;
  lastname: string;
}

/** Reads claims. An address that is not plain ASCII is none: letters that look alike, or fold to the same, name other people. */
export function identityIn(claims: Record<string, unknown>, { issuer, email_verified_claim }: Connection): Identity {
  const word = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim() : '');
  const isVouchedFor = [true, 'true', 1, '1'].includes(claims[email_verified_claim] as boolean);
  const email = /^[\x21-\x7e]+$/.test(word('email')) ? EmailAddress.safeParse(word('email')).data : undefined;
  const [first = '', ...rest] = word('name').split(/\s+/);
  return {
    issuer: issuer.href,
    subject: word('sub'),
    ...(isVouchedFor && email !== undefined && { email }),
    firstname: (word('given_name') || first || email?.split('@')[0] || 'New').slice(0, 64),
    lastname: (word('family_name') || rest.join(' ') || '–').slice(0, 64),
  };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Whether a stranger with this address gets an account. */
export function admits({ provision, domains }: Connection, email: string): boolean {
  return provision === 'anyone_of_domain' && domains.includes(domainOf(email));
}

/** Where a browser is led after the sign-in: a place of the console, whatever was asked for. */
export function placeOf(wanted: string | undefined, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const home = '/console/';
  if (wanted === undefined || !URL.canParse(wanted, origin)) return home;
  const { origin: asked, pathname, search } = new URL(wanted, origin);
  return asked === origin && pathname.startsWith(home) ? pathname + search : home;
}
