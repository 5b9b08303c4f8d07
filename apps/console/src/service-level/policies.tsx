import { useLingui } from '@lingui/react';
import { deleteSlaPolicy, listSlaPolicies, orderSlaPolicies, type SlaPolicyView } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Timer, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { localeOf } from '../app/locale.ts';
import { problemOf } from '../app/problem.ts';
import { spanWords } from '../app/spans.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { metrics, templateNames } from './policy-form.ts';
import { useConditionWords } from './request-fields.ts';

/** The policies of the project in their order: the first whose conditions hold applies. */
export function Policies() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [removed, setRemoved] = useState<SlaPolicyView>();
  const [said, setSaid] = useState('');
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

  function move(policy: SlaPolicyView, place: number) {
    const ids = policies.map(({ _id }) => _id).filter((id) => id !== policy._id);
    order.mutate(ids.toSpliced(place, 0, policy._id));
    setSaid(t('inbox.view.place', { name: policy.name, place: place + 1, count: policies.length }));
  }

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
        <ol className="flex flex-col divide-y divide-line rounded-box border border-line">
          {policies.map((policy, place) => (
            <li key={policy._id} className="flex items-start gap-2 px-3 py-2 hover:bg-hover">
              <span aria-hidden className="w-5 shrink-0 pt-0.5 text-ink-soft tabular-nums">
                {place + 1}
              </span>
              <PolicyLine policy={policy} />
              <span className="flex shrink-0 flex-wrap justify-end">
                <IconButton
                  label={t('inbox.view.up', { name: policy.name })}
                  refusal={place === 0 ? t('settings.sla.isFirst') : undefined}
                  onClick={() => move(policy, place - 1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={t('inbox.view.down', { name: policy.name })}
                  refusal={place === policies.length - 1 ? t('settings.sla.isLast') : undefined}
                  onClick={() => move(policy, place + 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </IconButton>
                <IconButton label={t('settings.removeOne', { name: policy.name })} onClick={() => setRemoved(policy)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      )}
      {query.data && <Templates />}
      <p role="status" className="sr-only">
        {said}
      </p>
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
  const look = 'flex flex-col gap-1 rounded-box border border-line p-3 text-start hover:bg-hover';
  const params = { project: projectId, policy: 'new' };
  return (
    <section aria-labelledby="sla-templates" className="flex flex-col gap-2">
      <h2 id="sla-templates" className="text-title font-semibold">
        {t('settings.sla.new')}
      </h2>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {templateNames.map((name) => (
          <Link
            key={name}
            to="/$project/settings/service-levels/{-$policy}"
            params={params}
            search={{ from: name }}
            className={look}
          >
            <span className="font-semibold text-accent">{t(`settings.sla.template.${name}`)}</span>
            <span className="text-small text-ink-soft">{t(`settings.sla.template.${name}About`)}</span>
          </Link>
        ))}
        <Link to="/$project/settings/service-levels/{-$policy}" params={params} search={{}} className={look}>
          <span className="font-semibold text-accent">{t('settings.sla.blank')}</span>
          <span className="text-small text-ink-soft">{t('settings.sla.blankAbout')}</span>
        </Link>
      </div>
    </section>
  );
}
