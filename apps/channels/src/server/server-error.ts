import { AppError, type ServerFault, type ServerFaultView, serverFaults } from '@parley/contracts';

/** A mail server, or the way to it, does not work: a code, never what the server has said. */
export class ServerError extends Error {
  readonly fault: ServerFault;

  constructor(fault: ServerFault, options?: ErrorOptions) {
    super(`mail server: ${fault}`, options);
    this.name = 'ServerError';
    this.fault = fault;
  }
}

export function viewOfFault(code: ServerFault): ServerFaultView {
  return { code, text: serverFaults[code] };
}

/** What sockets, TLS and IMAP libraries put on their errors. */
interface Described {
  code?: unknown;
  authenticationFailed?: unknown;
  serverResponseCode?: unknown;
  tlsFailed?: unknown;
}

const byCode: Readonly<Record<string, ServerFault>> = {
  ...{ ENOTFOUND: 'dns_failed', EAI_AGAIN: 'dns_failed', EAI_FAIL: 'dns_failed' },
  ...{ ETIMEDOUT: 'timeout', ETIMEOUT: 'timeout', CONNECT_TIMEOUT: 'timeout', GREETING_TIMEOUT: 'timeout' },
  ...{ GREEETING_TIMEOUT: 'timeout', UPGRADE_TIMEOUT: 'tls_failed', EPROTO: 'tls_failed' },
};
const ofCertificate = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Response codes of RFC 5530 that say more than that the sign-in failed. */
const byResponse: Readonly<Record<string, ServerFault>> = {
  ...{ UNAVAILABLE: 'connection_refused', SERVERBUG: 'connection_refused', INUSE: 'connection_refused' },
  ...{ LIMIT: 'blocked', CONTACTADMIN: 'blocked', OVERQUOTA: 'quota', PRIVACYREQUIRED: 'tls_failed' },
};

/** Reads an error of a connection to a mail server. */
export function serverErrorOf(error: unknown): ServerError {
  if (error instanceof ServerError) return error;
  if (error instanceof AppError) return new ServerError('blocked', { cause: error });
  return new ServerError(faultIn(error instanceof Error ? (error as Described) : {}), { cause: error });
}

function faultIn({ code, authenticationFailed, serverResponseCode, tlsFailed }: Described): ServerFault {
  const said = typeof serverResponseCode === 'string' ? byResponse[serverResponseCode] : undefined;
  if (said) return said;
  if (authenticationFailed === true) return 'auth_failed';
  const known = typeof code === 'string' ? byCode[code] : undefined;
  if (known) return known;
  if (tlsFailed === true || (typeof code === 'string' && ofCertificate.test(code))) return 'tls_failed';
  return 'connection_refused';
}
