import {
  activityApi,
  averageFiguresApi,
  conversationFiguresApi,
  reconciliationApi,
  reportApi,
  trafficFiguresApi,
} from '@parley/contracts';
import { startTestService, type TestService, type TestServiceOptions } from '@parley/testkit';

import type { Context } from '../src/context.ts';
import { Freshness } from '../src/freshness/freshness.ts';
import { startAnalytics } from '../src/service.ts';

export const analyticsApi = {
  ...conversationFiguresApi,
  ...averageFiguresApi,
  ...trafficFiguresApi,
  ...activityApi,
  ...reconciliationApi,
  ...reportApi,
};
export type Analytics = TestService<typeof analyticsApi, Context>;

/** The service on its own database, or a second replica on that of another. */
export function startTestAnalytics(
  beside?: Analytics,
  options: Omit<TestServiceOptions<typeof analyticsApi>, 'api'> = {},
): Promise<Analytics> {
  const place = beside ? { databaseUrl: beside.databaseUrl, env: beside.env } : {};
  return startTestService(startAnalytics, {
    api: analyticsApi,
    ...place,
    ...options,
    // There are no publishers here: every event that has arrived is all there is.
    overrides: { freshness: new Freshness(async () => new Date()), ...options.overrides },
  });
}
