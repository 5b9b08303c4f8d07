import { startNatsServer, startRedisServer, startS3Server } from '@parley/testkit';

/** NATS, Redis and S3 as an operator runs them beside Parley, for one mesh. */
export interface Servers {
  /** Settings of the mesh. */
  variables: Record<string, string>;
  stop(): Promise<void>;
}

/** @throws when one of them is not installed; see `describeWithProgram` */
export async function startServers({ withS3 = true } = {}): Promise<Servers> {
  const running: { stop(): Promise<void> }[] = [];
  const started = async <Server extends { stop(): Promise<void> }>(starting: Promise<Server>) => {
    const server = await starting;
    running.push(server);
    return server;
  };
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()));
  };
  const starting = [
    started(startNatsServer()).then(({ url }) => ({ NATS_URL: url })),
    started(startRedisServer()).then(({ url }) => ({ REDIS_URL: url })),
    ...(withS3 ? [started(startS3Server()).then(s3Variables)] : []),
  ];
  try {
    return { variables: Object.assign({}, ...(await Promise.all(starting))), stop };
  } catch (error) {
    await Promise.allSettled(starting);
    await stop();
    throw error;
  }
}

function s3Variables({
  url,
  accessKey,
  secretKey,
  region,
}: Record<'url' | 'accessKey' | 'secretKey' | 'region', string>) {
  const keys = { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  return { S3_ENDPOINT: url, S3_REGION: region, ...keys, S3_CREATE_BUCKET: 'true' };
}
