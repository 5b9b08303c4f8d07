import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';
import { type DeliveryState, deliveryStates } from '../webhook/delivery-states.ts';

const settings = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'settings', 'actions', 'team'),
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
});

const home = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsHome'),
});

const project = createRoute({
  getParentRoute: () => settings,
  path: '/project',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('./project-screen.tsx'), 'ProjectScreen'),
});

const hours = createRoute({
  getParentRoute: () => settings,
  path: '/hours',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('./hours-screen.tsx'), 'HoursScreen'),
});

const widget = createRoute({
  getParentRoute: () => settings,
  path: '/widget',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('./widget-screen.tsx'), 'WidgetScreen'),
});

const labels = createRoute({
  getParentRoute: () => settings,
  path: '/labels',
  staticData: { role: 'admin' },
  validateSearch: (search: Record<string, unknown>): { q?: string; own?: true } => ({
    ...readSearch(search),
    ...(search.own === true && { own: true }),
  }),
  component: lazyRouteComponent(() => import('./labels-screen.tsx'), 'LabelsScreen'),
});

const mailboxes = createRoute({
  getParentRoute: () => settings,
  path: '/mailboxes/{-$mailbox}',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('./mailboxes-page.tsx'), 'MailboxesPage'),
});

const canned = createRoute({
  getParentRoute: () => settings,
  path: '/canned',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./canned-screen.tsx'), 'CannedScreen'),
});

const tags = createRoute({
  getParentRoute: () => settings,
  path: '/tags',
  component: lazyRouteComponent(() => import('./tags-screen.tsx'), 'TagsScreen'),
});

const properties = createRoute({
  getParentRoute: () => settings,
  path: '/properties',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('./properties-screen.tsx'), 'PropertiesScreen'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('../webhook/webhooks-screen.tsx'), 'WebhooksScreen'),
});

const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$webhook',
  staticData: { role: 'admin' },
  validateSearch: ({ state, delivery }: Record<string, unknown>): { state?: DeliveryState; delivery?: string } => {
    const known = deliveryStates.find((one) => one === state);
    return { ...(known && { state: known }), ...(typeof delivery === 'string' && { delivery }) };
  },
  component: lazyRouteComponent(() => import('../webhook/webhook-screen.tsx'), 'WebhookScreen'),
});

const roles = createRoute({
  getParentRoute: () => settings,
  path: '/roles',
  staticData: { role: 'owner' },
  component: lazyRouteComponent(() => import('./roles-screen.tsx'), 'RolesScreen'),
});

const signIn = createRoute({
  getParentRoute: () => settings,
  path: '/sign-in',
  staticData: { role: 'owner' },
  component: lazyRouteComponent(() => import('../sign-in/sign-in-screen.tsx'), 'SignInScreen'),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: '/tokens',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('./api-tokens-screen.tsx'), 'ApiTokensScreen'),
});

const serviceLevels = createRoute({
  getParentRoute: () => settings,
  path: '/service-levels/{-$policy}',
  staticData: { role: 'admin' },
  validateSearch: readTemplate,
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'contacts'),
  component: lazyRouteComponent(() => import('../service-level/service-levels-screen.tsx'), 'ServiceLevelsScreen'),
});

const macros = createRoute({
  getParentRoute: () => settings,
  path: '/macros/{-$macro}',
  validateSearch: readTemplate,
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'automation', 'contacts'),
  component: lazyRouteComponent(() => import('../macro/macros-screen.tsx'), 'MacrosScreen'),
});

const rules = createRoute({
  getParentRoute: () => settings,
  path: '/rules/{-$rule}',
  staticData: { role: 'admin' },
  validateSearch: readTemplate,
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'automation', 'contacts'),
  component: lazyRouteComponent(() => import('../rule/rules-screen.tsx'), 'RulesScreen'),
});

const surveys = createRoute({
  getParentRoute: () => settings,
  path: '/surveys',
  staticData: { role: 'admin' },
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'contacts'),
  component: lazyRouteComponent(() => import('./surveys-screen.tsx'), 'SurveysScreen'),
});

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  staticData: { role: 'admin' },
  component: lazyRouteComponent(() => import('./security-screen.tsx'), 'SecurityScreen'),
});

const data = createRoute({
  getParentRoute: () => settings,
  path: '/data',
  staticData: { role: 'owner' },
  component: lazyRouteComponent(() => import('./data-screen.tsx'), 'DataScreen'),
});

const danger = createRoute({
  getParentRoute: () => settings,
  path: '/danger',
  staticData: { role: 'owner' },
  component: lazyRouteComponent(() => import('./danger-screen.tsx'), 'DangerScreen'),
});

function readSearch({ q }: Record<string, unknown>): { q?: string } {
  return (typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {};
}

/** The template that a new record begins from. */
function readTemplate({ from }: Record<string, unknown>): { from?: string } {
  return typeof from === 'string' ? { from } : {};
}

export const settingsRoutes = [
  settings.addChildren([
    home,
    project,
    hours,
    widget,
    labels,
    mailboxes,
    canned,
    tags,
    macros,
    rules,
    serviceLevels,
    surveys,
    properties,
    webhooks,
    webhook,
    roles,
    signIn,
    tokens,
    security,
    data,
    danger,
  ]),
] as const;
