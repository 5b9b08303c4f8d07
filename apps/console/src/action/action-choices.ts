import { listSlaPolicies, listSurveys } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { Choice } from '../condition/condition-row.tsx';
import { useDepartments } from '../inbox/views-column.tsx';
import { type Action, snoozeWordOf, snoozeWords } from './actions.ts';

/** What actions can name: of each member that has them, the known values. */
export interface ActionChoices {
  priority: Choice[];
  department: Choice[];
  to: Choice[];
  member: Choice[];
  bot: Choice[];
  policy: Choice[];
  survey: Choice[];
  people: Choice[];
  snooze: Choice[];
  sender: Choice[];
}

export function useActionChoices(): ActionChoices {
  const t = useTexts();
  const { parley, projectId, people } = useWorkplace();
  const departments = useDepartments();
  const teammates = useSyncExternalStore(people.subscribe, () => people.teammates);
  const { data } = useQuery({
    queryKey: ['sla_policies', projectId],
    queryFn: () => listSlaPolicies(parley, {}),
    staleTime: 60_000,
  });
  const surveys = useQuery({
    queryKey: ['surveys', projectId],
    queryFn: () => listSurveys(parley, {}),
    staleTime: 60_000,
  }).data?.surveys;
  const humans = teammates.map((teammate) => ({ value: userIdOf(teammate), label: nameOfTeammate(teammate) }));
  const bots = people.bots.map(({ id, name }) => ({ value: id, label: name }));
  const priorities = [
    ['urgent', 'urgent'],
    ['high', 'high'],
    ['normal', 'medium'],
    ['low', 'low'],
  ] as const;
  return {
    priority: priorities.map(([value, word]) => ({ value, label: t(`priority.${word}`) })),
    department: departments.map(({ _id, name }) => ({ value: _id, label: name })),
    to: [{ value: 'me', label: t('action.me') }, { value: 'nobody', label: t('action.nobody') }, ...humans],
    member: humans,
    bot: bots,
    policy: [
      { value: '', label: t('action.noPolicy') },
      ...(data?.sla_policies ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    ],
    survey: (surveys ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    people: [
      ...(['assignee', 'followers', 'admins'] as const).map((value) => ({ value, label: t(`action.people.${value}`) })),
      ...humans,
    ],
    snooze: snoozeWords.map((value) => ({ value, label: t(`action.snooze.${value}`) })),
    sender: [{ value: 'system', label: t('action.system') }, ...bots],
  };
}

/** "Add tags: vip, late": an action in words. */
export function useActionWords(): (action: Action) => string {
  const t = useTexts();
  const choices = useActionChoices();
  return (action) => {
    const label = t(`action.type.${action.type}`);
    const value = valueWords(action, choices);
    return value ? t('action.words', { action: label, value }) : label;
  };
}

function valueWords(action: Action, choices: ActionChoices): string | undefined {
  const { type, text, tags, priority, subject, department, to, member, bot, policy, people, name, survey } = action;
  const labelOf = (of: keyof ActionChoices, value: string | null | undefined) =>
    choices[of].find((choice) => choice.value === value)?.label ?? value ?? undefined;
  if (type === 'snooze') return labelOf('snooze', snoozeWordOf(action));
  if (type === 'set_sla') return labelOf('policy', policy ?? '');
  if (type === 'send_survey') return labelOf('survey', String(survey));
  if (type === 'set_department') return labelOf('department', department);
  if (people) return people.map((one) => labelOf('people', one)).join(', ');
  if (tags) return tags.join(', ');
  return (
    text ??
    subject ??
    name ??
    labelOf('priority', priority) ??
    labelOf('to', to) ??
    labelOf('member', member) ??
    labelOf('bot', bot)
  );
}
