import { isAtLeast } from '../app/roles.ts';
import { useWorkplace } from '../app/workplace.tsx';

const subjects = [
  {
    word: 'settings.subject.workspace',
    places: [
      { to: '/$project/settings/project', word: 'settings.project', role: 'admin' },
      { to: '/$project/settings/hours', word: 'settings.hours', role: 'admin' },
    ],
  },
  {
    word: 'settings.subject.people',
    places: [
      { to: '/$project/team/people', word: 'team.people', role: 'admin' },
      { to: '/$project/team/groups', word: 'team.groups', role: 'admin' },
      { to: '/$project/team/departments', word: 'team.departments', role: 'admin' },
    ],
  },
  {
    word: 'settings.subject.channels',
    places: [
      { to: '/$project/settings/widget', word: 'settings.widget', role: 'admin' },
      { to: '/$project/settings/labels', word: 'settings.labels', role: 'admin' },
      { to: '/$project/settings/mailboxes/{-$mailbox}', word: 'settings.mailboxes', role: 'admin' },
    ],
  },
  {
    word: 'settings.subject.conversations',
    places: [
      { to: '/$project/settings/canned', word: 'settings.canned', role: 'agent' },
      { to: '/$project/settings/tags', word: 'settings.tags', role: 'agent' },
      { to: '/$project/settings/macros/{-$macro}', word: 'settings.macros', role: 'agent' },
      { to: '/$project/settings/rules/{-$rule}', word: 'settings.automation', role: 'admin' },
      { to: '/$project/settings/service-levels/{-$policy}', word: 'settings.sla', role: 'admin' },
      { to: '/$project/settings/surveys', word: 'settings.surveys', role: 'admin' },
    ],
  },
  {
    word: 'settings.subject.data',
    places: [
      { to: '/$project/settings/properties', word: 'settings.properties', role: 'admin' },
      { to: '/$project/settings/webhooks', word: 'settings.webhooks', role: 'admin' },
      { to: '/$project/settings/data', word: 'settings.data', role: 'owner' },
    ],
  },
  {
    word: 'settings.subject.administration',
    places: [
      { to: '/$project/settings/roles', word: 'settings.roles', role: 'owner' },
      { to: '/$project/settings/sign-in', word: 'settings.signIn', role: 'owner' },
      { to: '/$project/settings/tokens', word: 'settings.tokens', role: 'admin' },
      { to: '/$project/settings/security', word: 'settings.security', role: 'admin' },
      { to: '/$project/settings/danger', word: 'settings.danger', role: 'owner' },
    ],
  },
] as const;

/** The settings that a person’s role may open, by subject. Those of people lead to the team, where everyone looks them up. */
export function useSubjects() {
  const { teammate } = useWorkplace();
  return subjects
    .map(({ word, places }) => ({ word, places: places.filter(({ role }) => isAtLeast(teammate.role, role)) }))
    .filter(({ places }) => places.length > 0);
}

/** The screens of the settings themselves, in one list. */
export function useSettingsPlaces() {
  return useSubjects().flatMap(({ places }) => places.filter(({ to }) => to.startsWith('/$project/settings/')));
}
