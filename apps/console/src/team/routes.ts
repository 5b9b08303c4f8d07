import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

const team = createRoute({
  getParentRoute: () => projectRoute,
  path: '/team/{-$tab}/{-$id}',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'team'),
  component: lazyRouteComponent(() => import('./team-screen.tsx'), 'TeamScreen'),
});

export const teamRoutes = [team] as const;
