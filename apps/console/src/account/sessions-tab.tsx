import { listTokens, paginate, revokeTokenById, type TokenView } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceOf } from '../app/device.ts';
import { problemOf } from '../app/problem.ts';
import { useSession, useSessionState } from '../app/session-context.tsx';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';

/** A person has at most 100 tokens that live; ended ones stand among them. */
const maxTokens = 400;

/** Where the person is signed in, to end what should not be. */
export function SessionsTab() {
  const t = useTexts();
  const { full, ago } = useFormats();
  const now = useNow(60_000);
  const { parley } = useSession();
  const { user } = useSessionState();
  const [ending, setEnding] = useState<TokenView>();
  const sessions = useQuery({
    queryKey: ['own-sessions', user?._id],
    queryFn: async () => {
      const live: TokenView[] = [];
      const tokens = paginate(listTokens, parley, { direction: -1 }, { limit: 200, max: maxTokens });
      for await (const token of tokens)
        if (!token.revoked && Date.parse(token.expiresAt) > Date.now()) live.push(token);
      return live.toSorted((one, other) => Number(other.current) - Number(one.current));
    },
  });
  const end = useMutation({
    mutationFn: ({ _id }: TokenView) => revokeTokenById(parley, { id: _id }),
    onSuccess: async () => {
      await sessions.refetch();
      setEnding(undefined);
    },
  });

  const nameOf = ({ userAgent = '' }: TokenView) => {
    const device = deviceOf(userAgent);
    return device ? t('account.device', device) : userAgent || t('account.deviceUnknown');
  };

  return (
    <Section title={t('account.sessions')} help={t('account.sessionsHelp')}>
      {sessions.error && !sessions.data && (
        <Failure problem={problemOf(sessions.error, t)} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.isPending && <Skeleton className="h-32" />}
      {sessions.data && (
        <Table
          label={t('account.sessions')}
          rows={sessions.data}
          keyOf={({ _id }) => _id}
          columns={[
            {
              id: 'device',
              title: t('account.deviceTitle'),
              cell: (token) => (
                <>
                  <bdi className="line-clamp-2 font-semibold">{nameOf(token)}</bdi>
                  {token.current && <span className="text-good">{t('account.thisOne')}</span>}
                </>
              ),
            },
            { id: 'place', title: t('account.place'), onlyWide: true, cell: ({ ip }) => <bdi>{ip}</bdi> },
            {
              id: 'since',
              title: t('account.since'),
              folds: true,
              cell: ({ createdAt }) => {
                const at = Date.parse(createdAt);
                return (
                  <time dateTime={createdAt} title={full(at)}>
                    {ago(at, now)}
                  </time>
                );
              },
            },
            {
              id: 'end',
              title: t('account.action'),
              isActions: true,
              cell: (token) =>
                token.current ? null : (
                  <Button small onClick={() => setEnding(token)} aria-label={`${t('account.end')}: ${nameOf(token)}`}>
                    {t('account.end')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {ending && (
        <Confirm
          title={t('account.endTitle')}
          action={t('account.end')}
          pending={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>{t('account.endText', { name: nameOf(ending) })}</p>
        </Confirm>
      )}
    </Section>
  );
}
