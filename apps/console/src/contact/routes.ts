import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

const contacts = createRoute({
  getParentRoute: () => projectRoute,
  path: '/contacts/{-$lead}',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'contacts'),
  component: lazyRouteComponent(() => import('./contacts-screen.tsx'), 'ContactsScreen'),
});

const segments = createRoute({
  getParentRoute: () => projectRoute,
  path: '/segments/{-$id}',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'contacts'),
  component: lazyRouteComponent(() => import('./segments-screen.tsx'), 'SegmentsScreen'),
});

export const contactRoutes = [contacts, segments] as const;
