import { resolve } from 'node:path';

import { CommonConfig, type Environment, flag, integer, port, readEnvironment } from '@parley/service-kit/config';
import { z } from 'zod';

import { maxHistoryDays } from './demo/history.ts';

/** Settings of the all-in-one itself; all others are passed to the services, which check them. */
const Config = z.object({
  /** Port of the gateway; 0: any free port. All other ports are chosen among free ones. */
  PORT: port(3000),
  /** Address that the gateway listens on. Everything else listens on loopback. */
  PARLEY_HOST: CommonConfig.shape.PARLEY_HOST,
  /** Folder of all data. */
  PARLEY_DATA: z
    .string()
    .default('.parley')
    .transform((folder) => resolve(folder)),
  /** Whether the first start seeds a demo project. */
  DEMO: flag(true),
  /** Days of closed conversations that it seeds. */
  DEMO_DAYS: integer({ min: 0, max: maxHistoryDays, byDefault: maxHistoryDays }),
  LOG_LEVEL: CommonConfig.shape.LOG_LEVEL.default('info'),
});
export type Config = z.output<typeof Config>;

/** @throws ConfigError with all faults at once */
export function readConfig(env: Environment): Config {
  return readEnvironment({ process: 'Parley', env, schemas: { config: Config } }).config;
}
