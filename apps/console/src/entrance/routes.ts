import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { rootRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

/** Pages for which no one needs to be signed in. */
const entrance = createRoute({
  getParentRoute: () => rootRoute,
  id: 'entrance',
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'entrance'),
});

const signUp = createRoute({
  getParentRoute: () => entrance,
  path: '/signup',
  component: lazyRouteComponent(() => import('./sign-up.tsx'), 'SignUpPage'),
});

const verifyEmail = createRoute({
  getParentRoute: () => entrance,
  path: '/verify/email/$user/$code',
  component: lazyRouteComponent(() => import('./verify-email.tsx'), 'VerifyEmailPage'),
});

/** Without a key, a link with one can be asked for. */
const resetPassword = createRoute({
  getParentRoute: () => entrance,
  path: '/resetpassword/{-$key}',
  component: lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPasswordPage'),
});

/** Customers come by the link of a survey. */
const survey = createRoute({
  getParentRoute: () => entrance,
  path: '/survey/$token',
  component: lazyRouteComponent(() => import('./survey-page.tsx'), 'SurveyPage'),
});

const invitation = createRoute({
  getParentRoute: () => entrance,
  path: '/handle-invitation/$code/$',
  component: lazyRouteComponent(() => import('./invitation.tsx'), 'InvitationPage'),
});

export const entranceRoutes = [entrance.addChildren([signUp, verifyEmail, resetPassword, invitation, survey])] as const;
