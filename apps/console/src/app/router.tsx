import { listProjects } from '@parley/sdk';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';

import { accountRoutes } from '../account/routes.ts';
import { analyticsRoutes } from '../analytics/routes.ts';
import { botRoutes } from '../bot/routes.ts';
import { contactRoutes } from '../contact/routes.ts';
import { entranceRoutes } from '../entrance/routes.ts';
import { readFilter } from '../inbox/filter.ts';
import { settingsRoutes } from '../settings/routes.ts';
import { teamRoutes } from '../team/routes.ts';
import { personRoute, projectRoute, type RouterContext, rootRoute } from './base-routes.ts';
import { loadTexts } from './language.ts';
import { Broken } from './pages.tsx';
import { preferences } from './preferences.ts';
import type { Session } from './session.ts';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context: { session } }) => {
    const project = preferences().lastProject ?? (await onlyProject(session));
    throw project
      ? redirect({ to: '/$project/inbox/$', params: { project, _splat: '' }, replace: true })
      : redirect({ to: '/projects', replace: true });
  },
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: ({ to, problem }: Record<string, unknown>): { to?: string; problem?: string } => ({
    ...(typeof to === 'string' && { to }),
    ...(typeof problem === 'string' && { problem }),
  }),
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'entrance'),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

const projects = createRoute({
  getParentRoute: () => personRoute,
  path: '/projects',
  component: lazyRouteComponent(() => import('./projects-page.tsx'), 'ProjectsPage'),
});

const inbox = createRoute({
  getParentRoute: () => projectRoute,
  path: '/inbox/$',
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import('../inbox/inbox-screen.tsx'), 'InboxScreen'),
});

const projectHome = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$project/inbox/$', params: { project: params.project, _splat: '' }, replace: true });
  },
});

/** Every primitive in every state. Only `vite build --mode kit` has it, as tests do. Source: contract 80 section 4.3. */
const kit =
  import.meta.env.MODE === 'kit'
    ? [
        createRoute({
          getParentRoute: () => rootRoute,
          path: '/__kit',
          loader: ({ context: { i18n } }) => loadTexts(i18n, 'actions'),
          component: lazyRouteComponent(() => import('../kit/kit-screen.tsx'), 'KitScreen'),
        }),
      ]
    : [];

export function routerFor(context: RouterContext) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      home,
      signIn,
      ...kit,
      ...entranceRoutes,
      personRoute.addChildren([
        projects,
        ...accountRoutes,
        projectRoute.addChildren([
          projectHome,
          inbox,
          ...contactRoutes,
          ...botRoutes,
          ...analyticsRoutes,
          ...teamRoutes,
          ...settingsRoutes,
        ]),
      ]),
    ]),
    context,
    basepath: '/console',
    // Around each screen by itself: the frame stays.
    defaultErrorComponent: Broken,
    defaultPreload: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerFor>;
  }
}

/** Of people who have one there is nothing to choose; where it cannot be found out, the choice says why. */
async function onlyProject({ state, parley }: Session): Promise<string | undefined> {
  if (state.status !== 'signed_in') return undefined;
  const [first, second] = await listProjects(parley, { limit: 2 }).catch(() => []);
  return !second && typeof first?.id_project === 'object' ? first.id_project._id : undefined;
}
