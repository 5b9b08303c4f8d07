import { botApi, botFileApi, intentApi, parameterApi } from '@parley/contracts';
import type { EventBus } from '@parley/service-kit/bus';
import type { Logger } from '@parley/service-kit/observability';
import { startTestService, type TestService } from '@parley/testkit';
import type { FakeService } from '@parley/testkit/fakes';

import type { Context } from '../src/context.ts';
import { startBots } from '../src/service.ts';

const api = { ...botApi, ...botFileApi, ...intentApi, ...parameterApi };
export type Bots = TestService<typeof api, Context>;

interface Surroundings {
  env?: Record<string, string>;
  workspace?: FakeService;
  conversations?: FakeService;
  contacts?: FakeService;
  bus?: EventBus;
  databaseUrl?: string;
  log?: Logger;
}

/** The service with its own database and the given fakes. */
export function startTestBots({ env, bus, databaseUrl, log, ...others }: Surroundings = {}): Promise<Bots> {
  const fakes = Object.fromEntries(Object.entries(others).filter(([, fake]) => fake !== undefined));
  return startTestService(startBots, { api, env, fakes, bus, databaseUrl, log });
}
