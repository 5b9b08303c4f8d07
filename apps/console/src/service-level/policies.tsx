import { useLingui } from '@lingui/react';
import { deleteSlaPolicy, listSlaPolicies, orderSlaPolicies, type SlaPolicyView } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Timer } from 'lucide-react';

import { localeOf } from '../app/locale.ts';
import { OrderedRows } from '../app/ordered-rows.tsx';
import { RecordList } from '../app/record-list.tsx';
import { spanWords } from '../app/spans.ts';
import { TemplateCards } from '../app/template-cards.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BrokenParts } from '../condition/broken-parts.tsx';
import { useConditionWords } from '../condition/request-fields.ts';
import { metrics, pageOf, templateNames } from './policy-form.ts';

/** The policies of the project in their order: the first whose conditions hold applies. */
export function Policies() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: ['sla_policies', projectId],
    queryFn: () => listSlaPolicies(parley, {}),
  });
  const order = useMutation({
    mutationFn: (items: string[]) => orderSlaPolicies(parley, { items }),
    onSettled: () => query.refetch(),
  });
  const policies = query.data?.sla_policies ?? [];
  return (
    <RecordList
      help={t('settings.sla.help')}
      query={query}
      rows={policies}
      refused={order.error}
      none={{ icon: Timer, title: t('settings.sla.none'), text: t('settings.sla.noneText') }}
      remove={({ _id }) => deleteSlaPolicy(parley, { policy_id: _id })}
      removeText={() => t('settings.sla.removeText')}
      end={
        <TemplateCards
          title={t('settings.sla.new')}
          names={templateNames}
          wordsOf={(name) => ({
            title: t(`settings.sla.template.${name}`),
            about: t(`settings.sla.template.${name}About`),
          })}
          blank={{ title: t('settings.sla.blank'), about: t('settings.sla.blankAbout') }}
          page={pageOf(projectId, 'new')}
        />
      }
    >
      {(onRemove) => (
        <OrderedRows rows={policies} onMove={(ids) => order.mutate(ids)} onRemove={onRemove}>
          {(policy) => <PolicyLine policy={policy} />}
        </OrderedRows>
      )}
    </RecordList>
  );
}

/** A policy in sentences: what it applies to, and what it promises. */
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
      <Link {...pageOf(projectId, policy._id)} className="font-semibold text-accent hover:underline">
        <bdi>{name}</bdi>
      </Link>
      {!enabled && <span className="ms-2 text-small text-ink-soft">{t('settings.off')}</span>}
      <p>
        <bdi>{filters.length === 0 ? t('settings.sla.everything') : filters.map(wordsOf).join(joint)}</bdi>
      </p>
      <p className="text-small text-ink-soft">
        {[...promises, hours === 'always' ? t('settings.sla.hours.always') : t('settings.sla.inHours')].join(' · ')}
      </p>
      <BrokenParts parts={policy.broken} />
    </div>
  );
}
