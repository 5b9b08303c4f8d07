import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

const bots = createRoute({
  getParentRoute: () => projectRoute,
  path: '/bots/{-$id}/{-$tab}',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'bots'),
  component: lazyRouteComponent(() => import('./bots-screen.tsx'), 'BotsScreen'),
});

export const botRoutes = [bots] as const;
