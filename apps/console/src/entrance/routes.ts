import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { rootRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'entrance'),
  component: lazyRouteComponent(() => import('./sign-up.tsx'), 'SignUpPage'),
});

export const entranceRoutes = [signUp] as const;
