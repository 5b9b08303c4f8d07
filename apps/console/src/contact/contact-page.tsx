import { deleteLead, type LeadRecordView, updateLead } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Download, Ellipsis, Eraser, Lock, RotateCcw, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { RecordFailure } from '../app/record-failure.tsx';
import { isAtLeast } from '../app/roles.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { HoldDialog } from '../hold/hold-dialog.tsx';
import { HoldLines } from '../hold/hold-lines.tsx';
import { useHolds, useMayHold } from '../hold/use-holds.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { startConversation } from '../new-conversation/start.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { ContactConversations } from './contact-conversations.tsx';
import { ContactDetails } from './contact-details.tsx';
import { nameOfContact } from './contact-fields.ts';
import type { ContactFilter } from './contact-filter.ts';
import { ContactMembers } from './contact-members.tsx';
import { ContactTags } from './contact-tags.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { SubjectExportDialog } from './export-dialog.tsx';
import { type ChangeContact, useContact } from './use-contact.ts';

const trashed = 1000;

/** One contact, with all that the team knows, and the conversations with them. */
export function ContactPage({ id, filter }: { id: string; filter: ContactFilter }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const { full } = useFormats();
  const { query, change } = useContact(id);
  const back = (
    <Link
      to="/$project/contacts/{-$lead}"
      params={{ project: projectId, lead: undefined }}
      search={filter}
      className="inline-flex items-center gap-1 py-1 -outline-offset-2 text-ink-soft hover:text-ink"
    >
      <ArrowLeft size={14} aria-hidden className="rtl:-scale-x-100" />
      {t('contacts.back')}
    </Link>
  );
  if (query.error && !query.data)
    return (
      <Page title={t('contacts.one')}>
        <RecordFailure error={query.error} missing="lead_not_found" back={back} onRetry={() => void query.refetch()} />
      </Page>
    );
  if (!query.data)
    return (
      <Page title={t('contacts.one')}>
        <Skeleton className="mb-6 h-96 max-w-3xl" />
      </Page>
    );
  const lead = query.data;
  return (
    <Page
      title={withVisibleBidi(nameOfContact(lead))}
      actions={<ContactActions lead={lead} change={change} />}
      tabs={back}
    >
      {lead.status === trashed && (
        <p className="mb-4 max-w-3xl rounded-box bg-warn-soft px-3 py-2 text-warn">{t('contacts.inTrash')}</p>
      )}
      <ContactHolds lead={lead} />
      <div className="flex flex-col gap-x-6 xl:flex-row xl:items-start">
        <div className="min-w-0 max-w-3xl xl:flex-1">
          <ContactDetails lead={lead} change={change} />
          <ContactMembers of="properties" lead={lead} change={change} />
          <ContactMembers of="attributes" lead={lead} change={change} />
        </div>
        <div className="min-w-0 xl:w-96">
          <ContactTags lead={lead} change={change} />
          <ContactConversations lead={lead._id} />
          <Section title={t('contacts.record')}>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
              <dt className="text-ink-soft">{t('contacts.leadId')}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <bdi>{withVisibleBidi(lead.lead_id)}</bdi>
              </dd>
              <dt className="text-ink-soft">{t('contacts.createdAt')}</dt>
              <dd>{full(Date.parse(lead.createdAt))}</dd>
              <dt className="text-ink-soft">{t('contacts.updatedAt')}</dt>
              <dd>{full(Date.parse(lead.updatedAt))}</dd>
            </dl>
          </Section>
        </div>
      </div>
    </Page>
  );
}

/** Legal holds on the contact or conversations with them. */
function ContactHolds({ lead }: { lead: LeadRecordView }) {
  const { data: holds = [] } = useHolds({ kind: 'lead', record: lead._id });
  if (holds.length === 0) return null;
  return (
    <div className="mb-4 max-w-3xl rounded-box bg-warn-soft px-3 py-2">
      <HoldLines holds={holds} />
    </div>
  );
}

function ContactActions({ lead, change }: { lead: LeadRecordView; change: ChangeContact }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId, teammate } = useWorkplace();
  const [open, setOpen] = useState<'export' | 'hold' | 'erase'>();
  const isTrashed = lead.status === trashed;
  const mayHold = useMayHold();
  const start = () => startConversation({ lead_id: lead.lead_id, name: nameOfContact(lead), email: lead.email });
  useShortcuts({ c: start });
  const restore = () => change(() => updateLead(parley, { lead: lead._id, status: 100 }));
  const act = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    meta: { action: 'contact.trash' },
  });

  function trash() {
    act.mutate(() => change(() => deleteLead(parley, { lead: lead._id })), {
      onSuccess: () =>
        toast.add({
          title: t('contacts.trashed'),
          actionProps: { children: t('conversation.undo'), onClick: () => act.mutate(restore) },
        }),
    });
  }

  return (
    <>
      <Button look="primary" onClick={start}>
        <SquarePen size={14} aria-hidden />
        {t('start.title')}
      </Button>
      {isTrashed ? (
        <Button pending={act.isPending} onClick={() => act.mutate(restore)}>
          <RotateCcw size={14} aria-hidden />
          {t('contacts.restore')}
        </Button>
      ) : (
        <Button pending={act.isPending} onClick={trash}>
          <Trash2 size={14} aria-hidden />
          <span className="sr-only sm:not-sr-only">{t('contacts.toTrash')}</span>
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label={t('conversation.more')}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Download size={14} aria-hidden />}
          refusal={isAtLeast(teammate.role, 'admin') ? undefined : t('state.forbiddenText', { role: 'admin' })}
          onSelect={() => setOpen('export')}
        >
          {t('contacts.subject.export')}
        </MenuItem>
        <MenuItem
          icon={<Lock size={14} aria-hidden />}
          refusal={mayHold ? undefined : t('state.forbiddenText', { role: 'admin' })}
          onSelect={() => setOpen('hold')}
        >
          {t('hold.title')}
        </MenuItem>
        <MenuItem
          danger
          icon={<Eraser size={14} aria-hidden />}
          refusal={isAtLeast(teammate.role, 'owner') ? undefined : t('state.forbiddenText', { role: 'owner' })}
          onSelect={() => setOpen('erase')}
        >
          {t('contacts.erasure.erase')}
        </MenuItem>
      </Menu>
      {open === 'export' && <SubjectExportDialog lead={lead} onClose={() => setOpen(undefined)} />}
      {open === 'hold' && <HoldDialog of={{ kind: 'lead', record: lead._id }} onClose={() => setOpen(undefined)} />}
      {open === 'erase' && (
        <EraseDialog
          lead={lead}
          onClose={() => setOpen(undefined)}
          onBegun={(erasure) =>
            void navigate({
              to: '/$project/contacts/{-$lead}',
              params: { project: projectId, lead: lead._id },
              search: { erasure },
            })
          }
        />
      )}
    </>
  );
}
