import { botApi, botFileApi, intentApi } from '@parley/contracts';
import { type FakeService, startTestService, type TestService } from '@parley/testkit';

import type { Context } from '../src/context.ts';
import { startBots } from '../src/service.ts';

const api = { ...botApi, ...botFileApi, ...intentApi };
export type Bots = TestService<typeof api, Context>;

/** The service on a database of its own, beside the workspace that the test plays. */
export function startTestBots(options: { env?: Record<string, string>; workspace?: FakeService } = {}): Promise<Bots> {
  const { env, workspace } = options;
  return startTestService(startBots, { api, env, fakes: workspace ? { workspace } : {} });
}
