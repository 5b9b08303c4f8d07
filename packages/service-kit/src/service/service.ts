import type { z } from 'zod';

import type { ServiceDefinition, ServiceOptions, StartService } from './definition.ts';
import { startService } from './start-service.ts';

/** Makes the start function of a service; it can be called any number of times in one process. */
export function defineService<Config extends z.ZodType, Context, Prisma = undefined>(
  definition: ServiceDefinition<Config, Context, Prisma>,
): StartService<Context> {
  return Object.assign((options: ServiceOptions) => startService(definition, options), { definition });
}
