import { getLead, isParleyError } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { type Translate, useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { InboxFilter, Narrowing } from './filter.ts';
import { useDepartments } from './views-column.tsx';

/** The channels that Parley itself distinguishes. Source: contract 20 section 3.3. */
export const channels = ['chat21', 'email', 'form', 'online', 'offline'] as const;

/** Projects name further ones as they like. */
export function channelLabel(name: string, t: Translate): string {
  const known = channels.find((one) => one === name);
  return known ? t(`inbox.channel.${known}`) : name;
}

/** Name of the contact that a filter asks for; the id of one that is not here. */
export function useContactName(lead: string | undefined): string | undefined {
  const { parley, projectId } = useWorkplace();
  const { data, error } = useQuery({
    queryKey: ['contact-name', projectId, lead],
    queryFn: async ({ signal }) => {
      const { fullname, email } = await getLead(parley, { lead: lead ?? '' }, { signal });
      return fullname || email || null;
    },
    enabled: lead !== undefined,
    staleTime: 60_000,
  });
  return data ?? (data === null || isParleyError(error) ? lead : undefined);
}

/** What the filter asks for, in words: "Tag: billing". */
export function useFilterWords(filter: InboxFilter): (name: Narrowing) => string {
  const t = useTexts();
  const { date } = useFormats();
  const { people } = useWorkplace();
  const departments = useDepartments();
  const contact = useContactName(filter.lead);
  const { tag, priority, channel, department, participant, ticket, from, until } = filter;
  const day = (value: string | undefined) => value && date(Date.parse(`${value}T00:00`));
  const { snoozed, sla } = filter;
  const values: Record<Exclude<Narrowing, 'rated'>, string | undefined> = {
    tag,
    priority: priority && t(`priority.${priority}`),
    channel: channel && channelLabel(channel, t),
    department: departments.find(({ _id }) => _id === department)?.name ?? department,
    participant: participant && (people.nameOf(participant) ?? participant),
    lead: contact ?? '…',
    ticket: `#${ticket}`,
    from: day(from),
    until: day(until),
    snoozed: snoozed && t(`inbox.snoozed.${snoozed}`),
    sla: sla && t(`inbox.sla.${sla}`),
  };
  return (name) =>
    name === 'rated'
      ? t('inbox.filter.rated')
      : t('inbox.filter.chip', { name: t(`inbox.filter.${name}`), value: values[name] ?? '' });
}
