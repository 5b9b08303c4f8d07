import type { I18n } from '@lingui/core';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';

import { NotFoundPage, PersonFrame, ProjectFrame } from './pages.tsx';
import type { Role } from './roles.ts';
import type { Session } from './session.ts';

export interface RouterContext {
  session: Session;
  i18n: I18n;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Least role in the project whose screen this is; an agent's if it says nothing. */
    role?: Role;
  }
}

/** The routes below which the parts of the console hang theirs. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

/** What needs a person: without one, the sign-in comes first, and leads back. */
export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'person',
  component: PersonFrame,
  beforeLoad: async ({ context: { session }, location }) => {
    if (session.state.status === 'restoring') await session.begin();
    if (session.state.status === 'signed_out')
      throw redirect({ to: '/signin', search: { to: location.href }, replace: true });
  },
});

export const projectRoute = createRoute({
  getParentRoute: () => personRoute,
  path: '/$project',
  component: ProjectFrame,
});
