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

/** What conditions on a conversation can ask for. */
export function useRequestFields(): RequestFields {
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
  return { fields: fieldsOf(t), choicesOf: (field) => known[field] };
}

/** "Tags contains vip": a stored condition in words. */
export function useConditionWords(): (filter: Filter) => string {
  const t = useTexts();
  const { fields, choicesOf } = useRequestFields();
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
