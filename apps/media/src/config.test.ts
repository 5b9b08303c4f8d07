import { config, production } from './config.ts';

it('has a default for everything, in bytes of 2²⁰', () => {
  expect(config.parse({})).toMatchObject({
    MEDIA_FILE_BYTES: 20_971_520,
    MEDIA_IMAGE_BYTES: 10_485_760,
    MEDIA_GUEST_BYTES: 104_857_600,
    MEDIA_UPLOAD_TIMEOUT: 120_000,
  });
});

it.each([
  { CLAMD_ADDRESS: 'somewhere' },
  { MEDIA_SIGNING_KEYS: 'a:short' },
  { S3_ENDPOINT: 'ftp://x' },
  { MEDIA_FILE_BYTES: '-1' },
  { MEDIA_SCAN_FAIL: 'maybe' },
])('refuses %j', (env) => {
  expect(config.safeParse(env).success).toBe(false);
});

it('refuses production with a bucket but without its keys', () => {
  const env = { S3_ENDPOINT: 'https://s3.example' };
  expect(production.refuse?.(env)).toEqual([expect.stringContaining('S3_SECRET_KEY')]);
  expect(production.refuse?.({ ...env, S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' })).toEqual([]);
});
