import { listRequests, type RequestRecord } from '@parley/sdk';
import { isSafeLink } from '@parley/sdk/markup';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Star, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { deviceOf } from '../app/device.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { PanelBoundary } from '../app/panel-boundary.tsx';
import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { contactName, Status } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { placeOf } from '../inbox/views.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Fact, Part } from './contact-parts.tsx';
import { EditableFact } from './editable-fact.tsx';
import { MarkupView } from './markup-view.tsx';
import type { ThreadMessage } from './thread.ts';
import { useUndoable } from './undoable.ts';
import { usePresence } from './use-presence.ts';

const ContactExtras = lazyPart('actions', async () => (await import('./contact-extras.tsx')).ContactExtras);
const History = lazyPart('actions', async () => (await import('./history.tsx')).History);

interface ContactPanelProps {
  request: RequestRecord;
  messages: readonly ThreadMessage[];
  onChanged: (request: RequestRecord) => void;
  onClose: () => void;
}

const panelLook =
  'absolute inset-y-0 end-0 z-20 flex w-full shrink-0 flex-col overflow-y-auto border-s border-line bg-raised shadow-float md:w-72 lg:static lg:shadow-none';

/** In the place of the panel until the record has come: the columns beside it do not move then. */
export function ContactPanelSkeleton() {
  return (
    <div data-contact-panel="" className={panelLook}>
      <div className="flex h-14 shrink-0 items-center gap-3 px-4">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-4 w-32" />
      </div>
      {[6, 2, 1].map((lines) => (
        <div key={lines} className="flex flex-col gap-2 border-t border-line p-4">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
            <Skeleton key={line} className="h-4" />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Who the conversation is with, and what the team knows. Each part loads and fails by itself. */
export function ContactPanel({ request, messages, onChanged, onClose }: ContactPanelProps) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const name = contactName(request, t);
  const isOnline = usePresence(request.requester?.uuid_user);
  const presence = t(isOnline ? 'contact.online' : 'contact.offline');
  return (
    <aside aria-label={t('contact.title')} data-contact-panel="" className={panelLook}>
      <div className="flex h-14 shrink-0 items-center gap-3 ps-4 pe-3">
        <Avatar id={request.lead.lead_id} name={name} />
        <div className="min-w-0 flex-1">
          <h2 className="text-title font-semibold">
            <Link
              to="/$project/contacts/{-$lead}"
              params={{ project: projectId, lead: request.lead._id }}
              className="block truncate hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          </h2>
          {isOnline !== undefined && (
            <p role="status" className="flex items-center gap-1.5 text-small text-ink-soft">
              <span
                aria-hidden
                className={classes('size-2 rounded-full', isOnline ? 'bg-good' : 'border border-control')}
              />
              {presence}
            </p>
          )}
        </div>
        <IconButton label={t('state.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <Part name="details" title={t('contact.details')}>
        <Facts request={request} onChanged={onChanged} />
      </Part>
      <Part name="tags" title={t('contact.tags')} count={request.tags.length}>
        <Tags request={request} onChanged={onChanged} />
      </Part>
      <Part name="notes" title={t('contact.notes')} count={request.notes.length}>
        <Notes request={request} />
      </Part>
      <Part name="earlier" title={t('contact.earlier')}>
        <Earlier request={request} />
      </Part>
      <PanelBoundary>
        <ContactExtras request={request} messages={messages} onChanged={onChanged} />
      </PanelBoundary>
      <Part name="history" title={t('contact.history')}>
        <History requestId={request.request_id} version={request.__v} />
      </Part>
    </aside>
  );
}

const editable = [
  ['fullname', 'contact.name'],
  ['email', 'contact.email'],
  ['phone', 'contact.phone'],
  ['company', 'contact.company'],
] as const;

function Facts({ request, onChanged }: Pick<ContactPanelProps, 'request' | 'onChanged'>) {
  const t = useTexts();
  const formats = useFormats();
  const { lead, sourcePage, userAgent, language, location, rating } = request;
  const country = location?.countryCode === undefined ? location?.country : formats.country(location.countryCode);
  const place = [location?.city, country].filter(Boolean).join(', ');
  const device = userAgent === undefined ? undefined : deviceOf(userAgent);
  const page = isSafeLink(sourcePage) ? sourcePage : undefined;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
      {editable.map(([name, word]) => (
        <EditableFact
          key={name}
          lead={lead}
          name={name}
          label={t(word)}
          onChanged={(change) => onChanged({ ...request, lead: { ...lead, ...change } })}
        />
      ))}
      <Fact
        name={t('contact.page')}
        value={
          page && (
            <a
              href={page}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className="text-accent underline underline-offset-2"
            >
              {page.replace(/^https?:\/\//, '')}
            </a>
          )
        }
      />
      <Fact name={t('contact.device')} value={device ? `${device.browser} · ${device.system}` : userAgent} />
      <Fact name={t('contact.language')} value={language} />
      <Fact name={t('contact.place')} value={place} />
      {rating !== undefined && (
        <div className="col-span-2 flex items-center gap-1 text-warn">
          <Star size={14} aria-hidden />
          {t('contact.rating', { rating })}
        </div>
      )}
    </dl>
  );
}

function Tags({ request, onChanged }: Pick<ContactPanelProps, 'request' | 'onChanged'>) {
  const t = useTexts();
  const { mutateAsync } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: (answer) => onChanged(answer as RequestRecord),
    meta: { action: 'conversation.tags' },
  });
  // The undoing may come when another conversation is open.
  const { addTag, removeTag } = useUndoable(request.request_id, mutateAsync, onChanged);
  const ignore = () => undefined;

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const tag = String(new FormData(form).get('tag')).trim();
    if (tag) addTag(tag, request.tags, () => form.reset()).catch(ignore);
  }

  return (
    <>
      <ul className="flex flex-wrap gap-1.5 empty:hidden">
        {request.tags.map((one) => (
          <li key={one._id} className="flex items-center rounded-box border border-line bg-paper ps-2 text-small">
            <bdi className="max-w-40 truncate">{one.tag}</bdi>
            <button
              type="button"
              aria-label={t('contact.removeTag', { tag: one.tag })}
              onClick={() => void removeTag(one).catch(ignore)}
              className="inline-flex size-6 items-center justify-center rounded-box text-ink-soft hover:bg-hover"
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={add}>
        <input
          name="tag"
          maxLength={100}
          aria-label={t('contact.addTag')}
          placeholder={t('contact.addTag')}
          className={classes(inputLook, 'h-8')}
        />
      </form>
    </>
  );
}

function Notes({ request }: { request: RequestRecord }) {
  const t = useTexts();
  const { people } = useWorkplace();
  const { full, ago } = useFormats();
  return (
    <>
      {request.notes.length === 0 && <p className="text-ink-soft">{t('contact.noNotes')}</p>}
      <ul className="flex flex-col gap-2 empty:hidden">
        {request.notes.map(({ _id, text, createdBy, createdAt }) => (
          <li key={_id} className="rounded-box bg-private px-2.5 py-2">
            <p className="mb-0.5 flex justify-between gap-2 text-small text-private-ink">
              <bdi className="truncate font-semibold">{people.nameOf(createdBy) ?? t('contact.unknown')}</bdi>
              <time dateTime={createdAt} title={full(Date.parse(createdAt))}>
                {ago(Date.parse(createdAt), Date.now())}
              </time>
            </p>
            <MarkupView text={text} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Earlier({ request }: { request: RequestRecord }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { ago } = useFormats();
  const earlier = useQuery({
    queryKey: ['earlier', request.lead._id],
    queryFn: () =>
      listRequests(parley, {
        lead: request.lead._id,
        status: 'all',
        view: 'row',
        no_count: true,
        limit: 20,
        sortField: 'createdAt',
        direction: -1,
      }),
  });
  const rows = (earlier.data?.requests as InboxRow[] | undefined)?.filter(
    ({ request_id }) => request_id !== request.request_id,
  );
  return (
    <>
      {earlier.isPending && <Skeleton className="h-10" />}
      {earlier.error && <Failure small problem={problemOf(earlier.error, t)} onRetry={() => void earlier.refetch()} />}
      {rows?.length === 0 && <p className="text-ink-soft">{t('contact.noEarlier')}</p>}
      <ul className="flex flex-col gap-1">
        {rows?.map((row) => (
          <li key={row._id}>
            <Link
              to="/$project/inbox/$"
              params={{
                project: projectId,
                _splat: placeOf({ view: { kind: row.status === 1000 ? 'closed' : 'all' }, requestId: row.request_id }),
              }}
              className="flex items-center gap-2 rounded-box px-2 py-1 hover:bg-hover"
            >
              <Status row={row} />
              <bdi className="min-w-0 flex-1 truncate">{row.subject || row.first_text || `#${row.ticket_id}`}</bdi>
              <time dateTime={row.createdAt} className="text-small text-ink-soft">
                {ago(Date.parse(row.createdAt), Date.now())}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
