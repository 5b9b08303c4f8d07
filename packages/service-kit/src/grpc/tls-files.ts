/** Paths of PEM files; all three or none. With them, both ends authenticate each other (mTLS). */
export interface TlsFiles {
  cert: string;
  key: string;
  ca: string;
}

/** The files of mTLS, when all are given. */
export function tlsOf({
  GRPC_TLS_CERT: cert,
  GRPC_TLS_KEY: key,
  GRPC_TLS_CA: ca,
}: Readonly<Partial<Record<'GRPC_TLS_CERT' | 'GRPC_TLS_KEY' | 'GRPC_TLS_CA', string | undefined>>>):
  | TlsFiles
  | undefined {
  return cert && key && ca ? { cert, key, ca } : undefined;
}
