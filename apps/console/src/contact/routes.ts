import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';
import { type ContactFilter, readContactFilter } from './contact-filter.ts';

/** The filter of the list, which one contact keeps for the way back; `erasure` shows how far that one is. */
type ContactSearch = ContactFilter & { erasure?: string };

const contacts = createRoute({
  getParentRoute: () => projectRoute,
  path: '/contacts/{-$lead}',
  validateSearch: (search: Record<string, unknown>): ContactSearch => ({
    ...readContactFilter(search),
    ...(typeof search.erasure === 'string' && { erasure: search.erasure }),
  }),
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'contacts', 'transfer', 'actions'),
  component: lazyRouteComponent(() => import('./contacts-screen.tsx'), 'ContactsScreen'),
});

const importing = createRoute({
  getParentRoute: () => projectRoute,
  path: '/contacts/import',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'contacts', 'actions'),
  component: lazyRouteComponent(() => import('../contact-import/import-screen.tsx'), 'ImportScreen'),
});

const segments = createRoute({
  getParentRoute: () => projectRoute,
  path: '/segments/{-$id}',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'contacts', 'actions'),
  component: lazyRouteComponent(() => import('../segment/segments-screen.tsx'), 'SegmentsScreen'),
});

export const contactRoutes = [contacts, importing, segments] as const;
