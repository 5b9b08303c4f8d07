import { useSyncExternalStore } from 'react';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { type Translate, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { channelLabel, channels } from '../inbox/filter-words.ts';
import { useDepartments } from '../inbox/views-column.tsx';
import { type Choice, operatorWord } from './condition-row.tsx';
import { conditionOf, type Filter, takesValue } from './conditions.ts';

/** Fields that conditions on a conversation offer, and what people call them. */
function fieldsOf(t: Translate): Choice[] {
  const ofContact = (label: string) => t('settings.sla.ofContact', { field: label });
  return [
    { value: 'department', label: t('inbox.filter.department') },
    { value: 'priority', label: t('inbox.filter.priority') },
    { value: 'channel', label: t('inbox.filter.channel') },
    { value: 'tags', label: t('contact.tags') },
    { value: 'participants', label: t('inbox.filter.participant') },
    { value: 'subject', label: t('start.subject') },
    { value: 'first_text', label: t('settings.sla.firstText') },
    { value: 'language', label: t('contact.language') },
    { value: 'sourcePage', label: t('contact.page') },
    { value: 'hasBot', label: t('settings.sla.hasBot') },
    { value: 'attributes', label: t('segments.attribute') },
    { value: 'lead.fullname', label: ofContact(t('contacts.fullname')) },
    { value: 'lead.email', label: ofContact(t('contact.email')) },
    { value: 'lead.company', label: ofContact(t('contacts.company')) },
    { value: 'lead.country', label: ofContact(t('contacts.country')) },
    { value: 'lead.tags', label: ofContact(t('contact.tags')) },
    { value: 'lead.attributes', label: ofContact(t('segments.attribute')) },
    { value: 'lead.properties', label: ofContact(t('segments.property')) },
  ];
}

interface RequestFields {
  fields: readonly Choice[];
  /** Values of the fields whose values are known. */
  choicesOf: (field: string) => readonly Choice[] | undefined;
}

/** Further fields that conditions of rules offer: what has happened, and where the conversation stands. */
function ruleFieldsOf(t: Translate): Choice[] {
  return [
    { value: 'message.text', label: t('rule.field.text') },
    { value: 'message.sender_kind', label: t('rule.field.sender') },
    { value: 'message.first', label: t('rule.field.first') },
    { value: 'event.actor_type', label: t('rule.field.actor') },
    { value: 'event.changes', label: t('rule.field.changes') },
    { value: 'event.attributes', label: t('rule.field.attribute') },
    { value: 'waiting_for', label: t('rule.field.waiting') },
    { value: 'rating', label: t('rule.field.rating') },
    { value: 'snoozed', label: t('rule.field.snoozed') },
    { value: 'createdAt', label: t('rule.field.created') },
    { value: 'last_requester_at', label: t('rule.field.lastContact') },
    { value: 'last_team_at', label: t('rule.field.lastTeam') },
  ];
}

/** What conditions on a conversation can ask for. @param of `rule` needs the texts of `automation` */
export function useRequestFields(of: 'policy' | 'rule' = 'policy'): RequestFields {
  const t = useTexts();
  const { people } = useWorkplace();
  const departments = useDepartments();
  const teammates = useSyncExternalStore(people.subscribe, () => people.teammates);
  const priorities = [
    ['urgent', 'urgent'],
    ['high', 'high'],
    ['normal', 'medium'],
    ['low', 'low'],
  ] as const;
  const known: Record<string, Choice[]> = {
    department: departments.map(({ _id, name }) => ({ value: _id, label: name })),
    priority: priorities.map(([value, word]) => ({ value, label: t(`priority.${word}`) })),
    channel: channels.slice(0, 3).map((value) => ({ value, label: channelLabel(value, t) })),
    participants: [
      ...teammates.map((teammate) => ({ value: userIdOf(teammate), label: nameOfTeammate(teammate) })),
      ...people.bots.map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
  if (of === 'policy') return { fields: fieldsOf(t), choicesOf: (field) => known[field] };
  const kinds = actorKinds.map((value) => ({ value, label: t(`rule.actor.${value}`) }));
  const ofRules: Record<string, Choice[]> = {
    'message.sender_kind': kinds,
    'event.actor_type': kinds,
    waiting_for: (['requester', 'team', 'nobody'] as const).map((value) => ({
      value,
      label: t(`rule.waiting.${value}`),
    })),
  };
  return { fields: [...fieldsOf(t), ...ruleFieldsOf(t)], choicesOf: (field) => known[field] ?? ofRules[field] };
}

/** Those who act on a conversation. Source: contract 25 section 2. */
const actorKinds = ['requester', 'team', 'bot', 'subscription', 'rule', 'system'] as const;

/** "Tags contains vip": a stored condition in words. */
export function useConditionWords(of: 'policy' | 'rule' = 'policy'): (filter: Filter) => string {
  const t = useTexts();
  const { fields, choicesOf } = useRequestFields(of);
  return (filter) => {
    const condition = conditionOf(filter, '');
    const { field, path, value } = condition;
    const name = fields.find((one) => one.value === field)?.label ?? field;
    const choices = choicesOf(field);
    const valueWord = (one: string) => {
      if (condition.kind === 'boolean') return t(`contacts.boolean.${one === 'true' ? 'true' : 'false'}`);
      return choices?.find((choice) => choice.value === one)?.label ?? one;
    };
    const values = takesValue(condition) ? value.split('\n').map(valueWord).join(', ') : '';
    return [path ? `${name.replace('…', '')} ${path}` : name, operatorWord(condition, t), values].join(' ').trim();
  };
}
