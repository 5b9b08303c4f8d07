import { resolve } from 'node:path';

import { CommonConfig, type Environment, flag, port, readEnvironment } from '@parley/service-kit/config';
import { z } from 'zod';

/** What the all-in-one itself reads; everything else is passed on to the services, which judge it. */
const Config = z.object({
  /** Of the gateway; 0 is any free one. All other ports are chosen among those that are free. */
  PORT: port(3000),
  /** The address that the gateway listens on. Everything else stays on loopback. */
  PARLEY_HOST: CommonConfig.shape.PARLEY_HOST,
  /** Where everything is kept. */
  PARLEY_DATA: z
    .string()
    .default('.parley')
    .transform((folder) => resolve(folder)),
  /** Whether the first start seeds a demo project. */
  DEMO: flag(true),
  LOG_LEVEL: CommonConfig.shape.LOG_LEVEL.default('info'),
});
export type Config = z.output<typeof Config>;

/** @throws ConfigError with all faults at once */
export function readConfig(env: Environment): Config {
  return readEnvironment({ process: 'Parley', env, schemas: { config: Config } }).config;
}
