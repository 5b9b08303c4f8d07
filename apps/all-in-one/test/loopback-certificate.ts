import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A key for tests alone, and the certificate of this machine that belongs to it, signed by itself, valid until 2126. */
const loopback = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXyDBS28Hg+Ym44SJ
dDMsGJcW4t02iBOcTW7pxUpSlDWhRANCAATYU8DDVvSq6UPATkiXql/QJAGjS5WO
TmR/6KdSCuubnMwV5jZVw/24zvIFTKktRzDGiuUbhnOOasALSE3YOv/2
-----END PRIVATE KEY-----`,
  certificate: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUW+Vxsm1Ujq787JT9pFQkIJCD97QwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTA4MjQwNFoYDzIxMjYxMTA1
MDgyNDA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATYU8DDVvSq6UPATkiXql/QJAGjS5WOTmR/6KdSCuubnMwV5jZVw/24
zvIFTKktRzDGiuUbhnOOasALSE3YOv/2o28wbTAdBgNVHQ4EFgQUeXUQWfWV1rOC
iNG5QSfLC4g+BncwHwYDVR0jBBgwFoAUeXUQWfWV1rOCiNG5QSfLC4g+BncwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAL/R+dPBSnNUZuqUz2Wa9jzfmQ6xDpAKWj8dUb8vg2NyAiBE
F81zXDPtxpTNfcxu6aEToxK6abmDOifgNb1z8xnE8Q==
-----END CERTIFICATE-----`,
};

/** Settings with which both sides of every call between services present this certificate. */
export async function mutualTlsIn(folder: string): Promise<Record<string, string>> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await writeFile(key, loopback.key);
  await writeFile(certificate, loopback.certificate);
  return { GRPC_TLS_CERT: certificate, GRPC_TLS_KEY: key, GRPC_TLS_CA: certificate };
}
