import { type LeadRecordView, listLeads, updateLead } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { MessageId } from '../app/language.ts';
import { onPreferences, preferences } from '../app/preferences.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { EmailText } from '../ui/email-text.tsx';
import type { Column } from '../ui/table.tsx';
import { nameOfContact } from './contact-fields.ts';
import type { ContactFilter } from './contact-filter.ts';

/** Columns to choose from, beside the name. */
export const contactColumns = [
  'email',
  'phone',
  'company',
  'tags',
  'lead_id',
  'city',
  'country',
  'createdAt',
  'updatedAt',
] as const;
type ContactColumn = (typeof contactColumns)[number];

const usual: readonly ContactColumn[] = ['email', 'phone', 'company', 'tags', 'createdAt'];

export const columnTitles: Record<ContactColumn, MessageId> = {
  email: 'contact.email',
  phone: 'contact.phone',
  company: 'contacts.company',
  tags: 'contact.tags',
  lead_id: 'contacts.leadId',
  city: 'contacts.city',
  country: 'contacts.country',
  createdAt: 'contacts.createdAt',
  updatedAt: 'contacts.updatedAt',
};

/** The columns that this browser shows, in their order. */
export function useChosenColumns(): readonly ContactColumn[] {
  const chosen = useSyncExternalStore(onPreferences, preferences).contactColumns ?? usual;
  return contactColumns.filter((column) => chosen.includes(column));
}

export function useContactColumns(filter: ContactFilter): Column<LeadRecordView>[] {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const chosen = useChosenColumns();
  const name: Column<LeadRecordView> = {
    id: 'fullname',
    title: t('contacts.fullname'),
    cell: (lead) => (
      <Link
        to="/$project/contacts/{-$lead}"
        params={{ project: projectId, lead: lead._id }}
        search={filter}
        className="font-semibold text-accent underline-offset-2 hover:underline"
      >
        <bdi>{withVisibleBidi(nameOfContact(lead))}</bdi>
      </Link>
    ),
  };
  const others = chosen.map(
    (column): Column<LeadRecordView> => ({
      id: column,
      title: t(columnTitles[column]),
      cell: (lead) => <Cell lead={lead} column={column} filter={filter} />,
      folds: column === 'email',
      onlyWide: column === 'phone' || column === 'company',
      onlyDesktop: !['email', 'phone', 'company'].includes(column),
    }),
  );
  const restore: Column<LeadRecordView> = {
    id: 'restore',
    title: t('contacts.restore'),
    isActions: true,
    cell: (lead) => <Restore lead={lead} />,
  };
  return filter.trash ? [name, ...others, restore] : [name, ...others];
}

function Cell({ lead, column, filter }: { lead: LeadRecordView; column: ContactColumn; filter: ContactFilter }) {
  const { ago, full } = useFormats();
  const { projectId } = useWorkplace();
  if (column === 'tags')
    return (
      <span className="flex flex-wrap gap-1">
        {lead.tags?.slice(0, 3).map((tag) => (
          <Link
            key={tag}
            to="/$project/contacts/{-$lead}"
            params={{ project: projectId }}
            search={{ ...filter, tag }}
            className="max-w-32 truncate rounded-box border border-line bg-paper px-1.5 text-small hover:bg-hover"
          >
            <bdi>{tag}</bdi>
          </Link>
        ))}
        {(lead.tags?.length ?? 0) > 3 && (
          <span className="text-small text-ink-soft">+{(lead.tags?.length ?? 0) - 3}</span>
        )}
      </span>
    );
  if (column === 'createdAt' || column === 'updatedAt') {
    const at = Date.parse(lead[column]);
    return (
      <time dateTime={lead[column]} title={full(at)} className="whitespace-nowrap">
        {ago(at, Date.now())}
      </time>
    );
  }
  if (column === 'email') return lead.email ? <EmailText address={withVisibleBidi(lead.email)} /> : null;
  const text = withVisibleBidi(lead[column] ?? '');
  // A number is read at a glance only in one line.
  const isShort = column === 'phone' && text.length <= 20;
  return <bdi className={isShort ? 'whitespace-nowrap' : 'wrap-break-word'}>{text}</bdi>;
}

function Restore({ lead }: { lead: LeadRecordView }) {
  const t = useTexts();
  const client = useQueryClient();
  const { parley } = useWorkplace();
  const restore = useMutation({
    mutationFn: () => updateLead(parley, { lead: lead._id, status: 100 }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listLeads.spec.name] }),
    meta: { action: 'contact.restore' },
  });
  return (
    <Button small pending={restore.isPending} onClick={() => restore.mutate()}>
      {t('contacts.restore')}
    </Button>
  );
}
