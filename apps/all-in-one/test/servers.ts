import { startNatsServer, startRedisServer, startS3Server } from '@parley/testkit';

/** NATS, Redis and S3 as an operator runs them beside Parley, for one mesh. */
export interface Servers {
  /** Settings of the mesh. */
  variables: Record<string, string>;
  stop(): Promise<void>;
}

/** @throws when one of them is not installed; see `describeWithProgram` */
export async function startServers(): Promise<Servers> {
  const running = new AsyncDisposableStack();
  const kept = <Server extends { stop(): Promise<void> }>(server: Server) => running.adopt(server, () => server.stop());
  const stop = () => running.disposeAsync();
  try {
    const { url: NATS_URL } = kept(await startNatsServer());
    const { url: REDIS_URL } = kept(await startRedisServer());
    const { url, region, accessKey, secretKey } = kept(await startS3Server());
    const s3 = { S3_ENDPOINT: url, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    return { variables: { NATS_URL, REDIS_URL, ...s3, S3_CREATE_BUCKET: 'true' }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
