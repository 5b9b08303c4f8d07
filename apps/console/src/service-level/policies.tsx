import { useLingui } from '@lingui/react';
import { deleteSlaPolicy, listSlaPolicies, orderSlaPolicies, type SlaPolicyView } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Timer } from 'lucide-react';
import { useState } from 'react';

import { localeOf } from '../app/locale.ts';
import { OrderedRows } from '../app/ordered-rows.tsx';
import { problemOf } from '../app/problem.ts';
import { spanWords } from '../app/spans.ts';
import { TemplateCards } from '../app/template-cards.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useConditionWords } from '../condition/request-fields.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { metrics, templateNames } from './policy-form.ts';

/** The policies of the project in their order: the first whose conditions hold applies. */
export function Policies() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [removed, setRemoved] = useState<SlaPolicyView>();
  const query = useQuery({
    queryKey: ['sla_policies', projectId],
    queryFn: () => listSlaPolicies(parley, {}),
  });
  const order = useMutation({
    mutationFn: (items: string[]) => orderSlaPolicies(parley, { items }),
    onSettled: () => query.refetch(),
  });
  const remove = useMutation({
    mutationFn: ({ _id }: SlaPolicyView) => deleteSlaPolicy(parley, { policy_id: _id }),
    onSuccess: () => {
      setRemoved(undefined);
      void query.refetch();
    },
  });
  const policies = query.data?.sla_policies ?? [];

  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-ink-soft">{t('settings.sla.help')}</p>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {order.isError && <Failure small problem={problemOf(order.error, t)} />}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data && policies.length === 0 && (
        <Empty icon={<Timer size={28} strokeWidth={1.5} />} title={t('settings.sla.none')}>
          {t('settings.sla.noneText')}
        </Empty>
      )}
      {policies.length > 0 && (
        <OrderedRows rows={policies} onMove={(ids) => order.mutate(ids)} onRemove={setRemoved}>
          {(policy) => <PolicyLine policy={policy} />}
        </OrderedRows>
      )}
      {query.data && <Templates />}
      {removed && (
        <Confirm
          title={t('settings.sla.removeTitle', { name: removed.name })}
          action={t('state.remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('settings.sla.removeText')}</p>
        </Confirm>
      )}
    </div>
  );
}

/** A policy in sentences: for what it is, and what it promises. */
function PolicyLine({ policy }: { policy: SlaPolicyView }) {
  const t = useTexts();
  const { i18n } = useLingui();
  const { projectId } = useWorkplace();
  const wordsOf = useConditionWords();
  const { name, enabled, filters, match, targets, hours } = policy;
  const joint = ` ${t(`settings.sla.joint.${match}`)} `;
  const promises = metrics.flatMap((metric) => {
    const ms = targets.default[metric];
    return ms ? [`${t(`sla.metric.${metric}`)} ${spanWords(ms, localeOf(i18n.locale))}`] : [];
  });
  return (
    <div className="min-w-0 flex-1">
      <Link
        to="/$project/settings/service-levels/{-$policy}"
        params={{ project: projectId, policy: policy._id }}
        className="font-semibold text-accent hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {!enabled && <span className="ms-2 text-small text-ink-soft">{t('settings.off')}</span>}
      <p>
        <bdi>{filters.length === 0 ? t('settings.sla.everything') : filters.map(wordsOf).join(joint)}</bdi>
      </p>
      <p className="text-small text-ink-soft">
        {[...promises, hours === 'always' ? t('settings.sla.hours.always') : t('settings.sla.inHours')].join(' · ')}
      </p>
    </div>
  );
}

/** What a new policy may begin from. */
function Templates() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const linkOf = (search: { from?: string }) => ({
    to: '/$project/settings/service-levels/{-$policy}' as const,
    params: { project: projectId, policy: 'new' },
    search,
  });
  const named = templateNames.map((name) => ({
    key: name,
    title: t(`settings.sla.template.${name}`),
    about: t(`settings.sla.template.${name}About`),
    link: linkOf({ from: name }),
  }));
  const blank = { key: '', title: t('settings.sla.blank'), about: t('settings.sla.blankAbout'), link: linkOf({}) };
  return <TemplateCards title={t('settings.sla.new')} cards={[...named, blank]} />;
}
