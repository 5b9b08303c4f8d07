import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';
import { readActivityAddress } from './activity-address.ts';
import { readAnalyticsFilter } from './analytics-filter.ts';

const analytics = createRoute({
  getParentRoute: () => projectRoute,
  path: '/analytics/{-$tab}',
  staticData: { role: 'admin' },
  validateSearch: readAnalyticsFilter,
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'analytics'),
  component: lazyRouteComponent(() => import('./analytics-screen.tsx'), 'AnalyticsScreen'),
});

const activity = createRoute({
  getParentRoute: () => projectRoute,
  path: '/activity',
  staticData: { role: 'admin' },
  validateSearch: readActivityAddress,
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'analytics', 'transfer'),
  component: lazyRouteComponent(() => import('./activity-screen.tsx'), 'ActivityScreen'),
});

export const analyticsRoutes = [analytics, activity] as const;
