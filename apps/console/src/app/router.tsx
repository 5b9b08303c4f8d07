import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';

import { type InboxFilter, priorities } from '../inbox/views.ts';
import { Failure } from '../ui/states.tsx';
import { NotFound, ProjectFrame, ProjectsPage, SignInPage } from './pages.tsx';
import { preferences } from './preferences.ts';
import type { Session } from './session.ts';
import { useTexts } from './texts.tsx';

const root = createRootRouteWithContext<{ session: Session }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Broken,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    const { lastProject } = preferences();
    throw lastProject
      ? redirect({ to: '/$project/inbox/$', params: { project: lastProject, _splat: '' }, replace: true })
      : redirect({ to: '/projects', replace: true });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search.to === 'string' ? { to: search.to } : {},
  component: SignInPage,
});

/** What needs a person: without one, the sign-in comes first, and leads back. */
const person = createRoute({
  getParentRoute: () => root,
  id: 'person',
  beforeLoad: ({ context: { session }, location }) => {
    if (session.state.status === 'signed_out')
      throw redirect({ to: '/signin', search: { to: location.href }, replace: true });
  },
});

const projects = createRoute({ getParentRoute: () => person, path: '/projects', component: ProjectsPage });

const project = createRoute({ getParentRoute: () => person, path: '/$project', component: ProjectFrame });

const inbox = createRoute({
  getParentRoute: () => project,
  path: '/inbox/$',
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import('../inbox/inbox-screen.tsx'), 'InboxScreen'),
});

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$project/inbox/$', params: { project: params.project, _splat: '' }, replace: true });
  },
});

export function routerFor(session: Session) {
  return createRouter({
    routeTree: root.addChildren([
      home,
      signIn,
      person.addChildren([projects, project.addChildren([projectHome, inbox])]),
    ]),
    context: { session },
    basepath: '/console',
    defaultPreload: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerFor>;
  }
}

/** Unknown and faulty names are left out; the rest of the address holds. */
function readFilter(search: Record<string, unknown>): InboxFilter {
  const words = (['q', 'tag', 'channel'] as const).flatMap((name) => {
    const value = search[name];
    return (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : [];
  });
  const priority = priorities.find((known) => known === search.priority);
  return {
    ...Object.fromEntries(words),
    ...(priority && { priority }),
    ...((search.unread === true || search.unread === 'true') && { unread: true }),
  };
}

function Broken({ reset }: { reset: () => void }) {
  const t = useTexts();
  return <Failure problem={{ msg: t('state.failed') }} onRetry={reset} />;
}
