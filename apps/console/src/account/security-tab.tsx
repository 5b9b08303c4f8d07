import {
  type AddedFactorView,
  addTotp,
  type FactorsView,
  type FactorView,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { deviceOf } from '../app/device.ts';
import { failures } from '../app/failures.ts';
import { hasPasskeys, isPasskeyCancelled, makePasskey } from '../app/passkey.ts';
import { problemOf } from '../app/problem.ts';
import { useSession, useSessionState } from '../app/session-context.tsx';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { AddTotp, type NewTotp } from './add-totp.tsx';
import { isCancelled, useGuard } from './prove-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** How the person signs in beside the password. */
export function SecurityTab() {
  const t = useTexts();
  const { parley } = useSession();
  const { user } = useSessionState();
  const guard = useGuard();
  const [begun, setBegun] = useState<NewTotp>();
  const [removing, setRemoving] = useState<FactorView>();
  const [codes, setCodes] = useState<readonly string[]>();
  const query = useQuery({ queryKey: ['own-factors', user?._id], queryFn: () => listFactors(parley) });

  const nameOfDevice = () => {
    const device = deviceOf(navigator.userAgent);
    return device ? t('account.device', device) : '';
  };
  const change = (call: () => Promise<void>) =>
    failures.run('account.security', () =>
      guard.run(call).catch((error: unknown) => {
        if (!isCancelled(error) && !isPasskeyCancelled(error)) throw error;
      }),
    );
  const added = ({ recovery_codes }: AddedFactorView) => {
    setBegun(undefined);
    setCodes(recovery_codes);
    void query.refetch();
  };
  const renew = () =>
    change(async () => {
      setCodes((await renewRecoveryCodes(parley, {})).recovery_codes);
      await query.refetch();
    });

  if (query.error && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-64 max-w-3xl" />;
  return (
    <>
      <Section title={t('account.factors')} help={t('account.factorsHelp')}>
        <Factors {...query.data} onRemove={setRemoving} />
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => change(async () => setBegun(await addTotp(parley, {})))}>
            {t('account.totpAdd')}
          </Button>
          {hasPasskeys() && (
            <Button onClick={() => change(async () => added(await makePasskey(parley, nameOfDevice())))}>
              {t('account.passkeyAdd')}
            </Button>
          )}
        </div>
      </Section>
      {query.data.factors.length > 0 && (
        <Section title={t('account.recovery')} help={t('account.recoveryHelp')}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className={query.data.recovery_codes_left < 3 ? 'text-warn' : undefined}>
              {t('account.recoveryLeft', { count: query.data.recovery_codes_left })}
            </p>
            <Button onClick={renew}>{t('account.recoveryRenew')}</Button>
          </div>
        </Section>
      )}
      {begun && <AddTotp begun={begun} onAdded={added} onClose={() => setBegun(undefined)} />}
      {removing && (
        <RemoveFactor
          factor={removing}
          remove={() => guard.run(() => removeFactor(parley, { factor_id: removing._id }))}
          onDone={() => void query.refetch()}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {guard.dialog}
    </>
  );
}

function Factors({ factors, onRemove }: FactorsView & { onRemove: (factor: FactorView) => void }) {
  const t = useTexts();
  const { full, ago } = useFormats();
  const now = useNow(60_000);
  if (factors.length === 0) return <p className="text-ink-soft">{t('account.factorsNone')}</p>;
  return (
    <Table
      label={t('account.factors')}
      rows={factors}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          title: t('account.factor'),
          cell: ({ kind, name }) => (
            <>
              <bdi className="font-semibold">{name}</bdi>
              <span className="block text-small text-ink-soft">{t(`account.factor.${kind}`)}</span>
            </>
          ),
        },
        {
          id: 'used',
          title: t('account.lastUsed'),
          cell: ({ last_used_at: used }) =>
            used && (
              <time dateTime={used} title={full(Date.parse(used))}>
                {ago(Date.parse(used), now)}
              </time>
            ),
        },
        {
          id: 'remove',
          title: t('account.action'),
          isActions: true,
          cell: (factor) => (
            <Button small onClick={() => onRemove(factor)} aria-label={`${t('state.remove')}: ${factor.name}`}>
              {t('state.remove')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function RemoveFactor({
  factor,
  remove,
  onDone,
  onClose,
}: {
  factor: FactorView;
  remove: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  return (
    <Confirm
      title={t('account.factorRemoveTitle', { name: factor.name })}
      action={t('state.remove')}
      pending={removal.isPending}
      error={isCancelled(removal.error) ? null : removal.error}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('account.factorRemoveText')}</p>
    </Confirm>
  );
}
