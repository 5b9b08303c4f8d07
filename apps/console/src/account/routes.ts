import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { personRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

const account = createRoute({
  getParentRoute: () => personRoute,
  path: '/account/{-$tab}',
  validateSearch: ({ project }: Record<string, unknown>): { project?: string } =>
    typeof project === 'string' ? { project } : {},
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'account', 'actions'),
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
});

export const accountRoutes = [account] as const;
