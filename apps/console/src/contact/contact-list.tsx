import { type LeadRecordView, listLeads } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Download, Plus, Upload, Users } from 'lucide-react';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useCursorPages } from '../app/use-cursor-pages.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useContactColumns } from './contact-columns.tsx';
import { type ContactFilter, isFiltered, leadOrder, leadParameters } from './contact-filter.ts';
import { ContactTabs } from './contact-tabs.tsx';
import { ContactToolbar } from './contact-toolbar.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { NewContactDialog } from './new-contact.tsx';

/** The contacts that the address asks for. */
export function ContactList({ filter }: { filter: ContactFilter }) {
  const t = useTexts();
  const { number } = useFormats();
  const [open, setOpen] = useState<'new' | 'export'>();
  const columns = useContactColumns(filter);
  const query = useCursorPages(listLeads, { ...leadParameters(filter), ...leadOrder(filter) });
  const leads: LeadRecordView[] = query.data?.pages.flatMap(({ page }) => page.leads) ?? [];
  const count = query.data?.pages[0]?.page.count;

  return (
    <Page
      title={t(filter.trash ? 'contacts.trash' : 'contacts.title')}
      tabs={<ContactTabs />}
      actions={
        <>
          <Button onClick={() => setOpen('export')} refusal={count === 0 ? t('contacts.exportNone') : undefined}>
            <Download size={14} aria-hidden />
            {t('contacts.export')}
          </Button>
          <Button look="primary" onClick={() => setOpen('new')}>
            <Plus size={14} aria-hidden />
            {t('contacts.new')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ContactToolbar filter={filter} />
        {query.error && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
        {query.isPending && <ListSkeleton />}
        {count === 0 && !query.error && <NoContacts filter={filter} onNew={() => setOpen('new')} />}
        {leads.length > 0 && (
          <div aria-busy={query.isPlaceholderData}>
            <Table label={t('contacts.title')} columns={columns} rows={leads} keyOf={({ _id }) => _id} />
          </div>
        )}
        {count !== undefined && count > 0 && (
          <div className="flex items-center justify-between gap-2">
            <p role="status" className="text-small text-ink-soft">
              {t('contacts.shown', { shown: number(leads.length), count })}
            </p>
            {query.hasNextPage && (
              <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('state.more')}
              </Button>
            )}
          </div>
        )}
      </div>
      {open === 'new' && <NewContactDialog onClose={() => setOpen(undefined)} />}
      {open === 'export' && <ExportDialog filter={filter} count={count} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function NoContacts({ filter, onNew }: { filter: ContactFilter; onNew: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId } = useWorkplace();
  if (isFiltered(filter))
    return (
      <Empty
        title={t('contacts.noMatch')}
        action={
          <Button
            onClick={() =>
              void navigate({
                to: '/$project/contacts/{-$lead}',
                params: { project: projectId },
                search: filter.trash ? { trash: true } : {},
              })
            }
          >
            {t('inbox.empty.clear')}
          </Button>
        }
      />
    );
  if (filter.trash) return <Empty title={t('contacts.trashEmpty')}>{t('contacts.trashEmptyText')}</Empty>;
  return (
    <Empty
      icon={<Users size={28} strokeWidth={1.5} />}
      title={t('contacts.none')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" onClick={onNew}>
            {t('contacts.new')}
          </Button>
          <Button onClick={() => void navigate({ to: '/$project/contacts/import', params: { project: projectId } })}>
            <Upload size={14} aria-hidden />
            {t('contacts.import.title')}
          </Button>
        </div>
      }
    >
      {t('contacts.noneText')}
    </Empty>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={index} className="h-9" />
      ))}
    </div>
  );
}
