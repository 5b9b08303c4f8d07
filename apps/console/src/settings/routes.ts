import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

const settings = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings/{-$tab}/{-$id}',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'settings'),
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
});

export const settingsRoutes = [settings] as const;
