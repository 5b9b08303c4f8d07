import { getChatbotParameters, listProperties, type RequestRecord, removeFollower } from '@parley/sdk';
import { hostOf, withVisibleBidi } from '@parley/sdk/markup';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText, Link2, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import { nameOfTeammate } from '../app/people.ts';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { HoldLines } from '../hold/hold-lines.tsx';
import { useHolds } from '../hold/use-holds.ts';
import { RelatedConversations } from '../merge/related-conversations.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Fact, Part } from './contact-parts.tsx';
import { type SharedItem, sharedIn } from './shared-items.ts';
import type { ThreadMessage } from './thread.ts';

interface ContactExtrasProps {
  request: RequestRecord;
  messages: readonly ThreadMessage[];
  onChanged: (request: RequestRecord) => void;
}

/** What was sent beside words, who follows the conversation, and what programs have stored with it. */
export function ContactExtras({ request, messages, onChanged }: ContactExtrasProps) {
  const t = useTexts();
  // What a mail says stands in the conversation.
  const { mail: _, ...attributes } = request.attributes;
  return (
    <>
      <Holds request={request} />
      <Shared messages={messages} />
      <Followers request={request} onChanged={onChanged} />
      <Part name="related" title={t('links.title')}>
        <RelatedConversations request={request} />
      </Part>
      <Properties values={membersOf(request.lead.properties)} />
      <Members
        name="attributes"
        title={t('contact.attributes')}
        values={{ ...membersOf(request.lead.attributes), ...attributes }}
      />
      {request.hasBot && (
        <Part name="parameters" title={t('contact.parameters')}>
          <Parameters requestId={request.request_id} />
        </Part>
      )}
    </>
  );
}

/** Legal holds on the conversation or its contact. */
function Holds({ request }: { request: RequestRecord }) {
  const t = useTexts();
  const { data: holds = [] } = useHolds({ kind: 'request', record: request.request_id });
  if (holds.length === 0) return null;
  return (
    <Part name="holds" title={t('hold.title')} count={holds.length}>
      <HoldLines holds={holds} />
    </Part>
  );
}

/** The lead of a request is an id alone until its copy has arrived. */
const membersOf = (value: unknown) => ({ ...(value as Record<string, unknown> | undefined) });

/** Images, files and links of the messages that are loaded, to be found without scrolling. Nothing is asked of other hosts. */
function Shared({ messages }: { messages: readonly ThreadMessage[] }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { images, files, links } = useMemo(() => sharedIn(messages, new URL(parley.url).origin), [messages, parley]);
  const count = images.length + files.length + links.length;
  if (count === 0) return null;
  return (
    <Part name="shared" title={t('contact.shared')} count={count}>
      {images.length > 0 && (
        <ul className="grid grid-cols-3 gap-1.5">
          {images.map(({ href, name }) => (
            <li key={href}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                title={withVisibleBidi(name)}
                className="block aspect-square overflow-hidden rounded-box border border-line bg-paper"
              >
                <img
                  src={href}
                  alt={t('message.image', { name: withVisibleBidi(name) })}
                  loading="lazy"
                  className="size-full object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-col gap-1 empty:hidden">
        {files.map((file) => (
          <SharedLine key={file.href} item={file} icon={<FileText size={14} aria-hidden />} />
        ))}
        {links.map((link) => (
          <SharedLine key={link.href} item={link} icon={<Link2 size={14} aria-hidden />} host={hostOf(link.href)} />
        ))}
      </ul>
    </Part>
  );
}

function SharedLine({
  item: { href, name },
  icon,
  host,
}: {
  item: SharedItem;
  icon: ReactNode;
  host?: string | undefined;
}) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        title={withVisibleBidi(name)}
        className="flex items-center gap-2 rounded-box border border-line bg-paper px-2 py-1 hover:bg-hover"
      >
        <span className="shrink-0 text-ink-soft">{icon}</span>
        <span className="min-w-0">
          {host && <bdi className="block truncate font-semibold">{host}</bdi>}
          <bdi className={host ? 'block truncate text-small text-ink-soft' : 'block truncate'}>
            {withVisibleBidi(name)}
          </bdi>
        </span>
      </a>
    </li>
  );
}

function Followers({ request, onChanged }: Omit<ContactExtrasProps, 'messages'>) {
  const t = useTexts();
  const { parley, people } = useWorkplace();
  const remove = useMutation({
    mutationFn: (follower_id: string) => removeFollower(parley, { request_id: request.request_id, follower_id }),
    onSuccess: (stored) => onChanged(stored as RequestRecord),
    meta: { action: 'follower.remove' },
  });
  if (request.followers.length === 0) return null;
  return (
    <Part name="followers" title={t('contact.followers')} count={request.followers.length}>
      <ul className="flex flex-wrap gap-1.5">
        {request.followers.map((id) => {
          const teammate = people.teammates.find(({ _id }) => _id === id);
          const name = teammate ? nameOfTeammate(teammate) : t('contact.unknown');
          return (
            <li key={id} className="flex items-center rounded-box border border-line bg-paper ps-2 text-small">
              <bdi className="max-w-40 truncate">{name}</bdi>
              <button
                type="button"
                aria-label={t('contact.removeFollower', { name })}
                onClick={() => remove.mutate(id)}
                className="inline-flex size-6 items-center justify-center rounded-box text-ink-soft hover:bg-hover"
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

/** Values of the project's own fields, by their labels. */
function Properties({ values }: { values: Record<string, unknown> }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const isEmpty = Object.keys(values).length === 0;
  const definitions = useQuery({
    queryKey: [listProperties.spec.name, projectId],
    queryFn: ({ signal }) => listProperties(parley, {}, { signal }),
    enabled: !isEmpty,
  });
  const labelOf = (name: string) => definitions.data?.find((one) => one.name === name)?.label ?? name;
  return (
    <Members
      name="properties"
      title={t('contact.properties')}
      values={Object.fromEntries(Object.entries(values).map(([name, value]) => [labelOf(name), value]))}
    />
  );
}

/** What bots have learnt in the conversation. */
function Parameters({ requestId }: { requestId: string }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { data, error, refetch } = useQuery({
    queryKey: ['parameters', requestId],
    queryFn: () => getChatbotParameters(parley, { request_id: requestId }),
  });
  if (error) return <Failure small problem={problemOf(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-10" />;
  if (Object.keys(data).length === 0) return <p className="text-ink-soft">{t('contact.noParameters')}</p>;
  return <Values values={data} />;
}

function Members({
  name,
  title,
  values,
}: {
  name: 'properties' | 'attributes';
  title: string;
  values: Record<string, unknown>;
}) {
  const count = Object.keys(values).length;
  if (count === 0) return null;
  return (
    <Part name={name} title={title} count={count}>
      <Values values={values} />
    </Part>
  );
}

function Values({ values }: { values: Record<string, unknown> }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
      {Object.entries(values).map(([name, value]) => (
        <Fact key={name} name={name} value={typeof value === 'string' ? value : JSON.stringify(value)} />
      ))}
    </dl>
  );
}
