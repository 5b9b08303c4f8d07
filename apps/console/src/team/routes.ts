import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

const team = createRoute({
  getParentRoute: () => projectRoute,
  path: '/team',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'team', 'actions'),
  component: lazyRouteComponent(() => import('./team-screen.tsx'), 'TeamScreen'),
});

const home = createRoute({
  getParentRoute: () => team,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$project/team/people', params, replace: true });
  },
});

const people = createRoute({
  getParentRoute: () => team,
  path: '/people',
  validateSearch: ({ removed }: Record<string, unknown>): { removed?: true } => (removed === true ? { removed } : {}),
  component: lazyRouteComponent(() => import('./people-screen.tsx'), 'PeopleScreen'),
});

const groups = createRoute({
  getParentRoute: () => team,
  path: '/groups',
  component: lazyRouteComponent(() => import('./groups-screen.tsx'), 'GroupsScreen'),
});

const group = createRoute({
  getParentRoute: () => team,
  path: '/groups/$group',
  component: lazyRouteComponent(() => import('./group-screen.tsx'), 'GroupScreen'),
});

const departments = createRoute({
  getParentRoute: () => team,
  path: '/departments',
  component: lazyRouteComponent(() => import('./departments-screen.tsx'), 'DepartmentsScreen'),
});

const department = createRoute({
  getParentRoute: () => team,
  path: '/departments/$department',
  component: lazyRouteComponent(() => import('./department-screen.tsx'), 'DepartmentScreen'),
});

export const teamRoutes = [team.addChildren([home, people, groups, group, departments, department])] as const;
