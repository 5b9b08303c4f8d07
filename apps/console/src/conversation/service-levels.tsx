import { useLingui } from '@lingui/react';
import { getRequestSla, listSlaPolicies, pinRequestSla, type SlaExplanation, unpinRequestSla } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';

import { localeOf } from '../app/locale.ts';
import { problemOf } from '../app/problem.ts';
import { nearTime, spanWords } from '../app/spans.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Anchored } from '../ui/picker.tsx';
import { Progress } from '../ui/progress.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

interface ServiceLevelsProps {
  requestId: string;
  /** Asked for again when it is another one. */
  version: string;
  /** Why another policy cannot be chosen. */
  refusal: string | undefined;
  change: (call: () => Promise<unknown>) => Promise<unknown>;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The clocks of a conversation, which time of each has counted, and the policy that it follows. */
export function ServiceLevels({ requestId, version, refusal, change, anchor, onClose }: ServiceLevelsProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sla', requestId, version],
    queryFn: () => getRequestSla(parley, { request_id: requestId }),
    placeholderData: (known) => known,
  });
  const pin = (policy: string) =>
    change(() =>
      policy === automatic
        ? unpinRequestSla(parley, { request_id: requestId })
        : pinRequestSla(parley, { request_id: requestId, policy: policy === none ? null : policy }),
    ).then(
      () => refetch(),
      // The header says why.
      onClose,
    );
  return (
    <Anchored wide title={t('sla.title')} closeLabel={t('state.close')} anchor={anchor} onClose={onClose}>
      {(isAnchored) => (
        <div className={isAnchored ? 'flex flex-col gap-3 p-2' : 'flex flex-col gap-3'}>
          {isAnchored && <h3 className="text-title font-semibold">{t('sla.title')}</h3>}
          {error && <Failure small problem={problemOf(error, t)} onRetry={() => void refetch()} />}
          {isPending && <Skeleton className="h-24" />}
          {data && (
            <>
              <PolicyChoice explanation={data} refusal={refusal} onChoose={(policy) => void pin(policy)} />
              {data.clocks.length === 0 && <p className="text-ink-soft">{t('sla.noClocks')}</p>}
              {data.clocks.map((clock) => (
                <ClockExplained key={`${clock.metric} ${clock.cycle}`} clock={clock} />
              ))}
            </>
          )}
        </div>
      )}
    </Anchored>
  );
}

const automatic = '';
const none = 'none';

interface PolicyChoiceProps {
  explanation: SlaExplanation;
  refusal: string | undefined;
  onChoose: (policy: string) => void;
}

/** By the conditions of the policies, or one that a person has chosen. */
function PolicyChoice({ explanation: { policy, pinned }, refusal, onChoose }: PolicyChoiceProps) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data } = useQuery({
    queryKey: ['sla_policies', projectId],
    queryFn: () => listSlaPolicies(parley, {}),
    staleTime: 60_000,
  });
  const policies = [...(data?.sla_policies ?? [])];
  const byConditions =
    policy && !pinned
      ? t('sla.automaticOf', { name: policy.name })
      : pinned
        ? t('sla.automatic')
        : t('sla.automaticNone');
  return (
    <SelectField
      label={t('sla.policy')}
      value={pinned ? (policy?._id ?? none) : automatic}
      disabled={refusal !== undefined}
      help={refusal}
      onChange={({ target }) => onChoose(target.value)}
      choices={[
        { value: automatic, label: byConditions },
        ...policies.map(({ _id, name }) => ({ value: _id, label: name })),
        { value: none, label: t('sla.noPolicy') },
      ]}
    />
  );
}

type Clock = SlaExplanation['clocks'][number];

function ClockExplained({ clock }: { clock: Clock }) {
  const t = useTexts();
  const { i18n } = useLingui();
  const locale = localeOf(i18n.locale);
  const now = Date.now();
  const { metric, state, target, counted, due_at, spans, hours } = clock;
  const late = counted - target;
  const at = due_at === undefined ? undefined : Date.parse(due_at);
  const near = (time: string | number) => nearTime(Number(new Date(time)), now, locale);
  const name = t(`sla.metric.${metric}`);
  return (
    <section aria-label={name} className="flex flex-col gap-1 border-t border-line pt-2">
      <div className="flex items-baseline justify-between gap-2">
        <h4 className="font-semibold">{name}</h4>
        <span className={late > 0 ? 'font-semibold text-bad' : 'text-ink-soft'}>{stateOf()}</span>
      </div>
      <p className="text-small text-ink-soft">
        {t(hours === 'always' ? 'sla.countedOf' : 'sla.countedOpen', {
          counted: spanWords(counted, locale),
          target: spanWords(target, locale),
        })}
        {at !== undefined && state === 'running' && ` · ${t('sla.dueAt', { time: near(at) })}`}
      </p>
      <Progress label={t('sla.progress', { name })} value={Math.min(counted, target)} max={target} />
      {spans.length > 0 && (
        <details className="text-small">
          <summary className="cursor-pointer text-accent">{t('sla.spans')}</summary>
          <ol className="mt-1 flex flex-col gap-0.5">
            {spans.toReversed().map(({ from, to, why }) => (
              <li key={from} className="flex justify-between gap-2">
                <span>
                  {near(from)} – {near(to)}
                </span>
                <span className={why === 'open' ? '' : 'text-ink-soft'}>
                  {t(`sla.why.${why}`)} · {spanWords(Date.parse(to) - Date.parse(from), locale)}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );

  function stateOf(): string {
    const time = spanWords(late, locale);
    const why = spans.at(-1)?.why;
    switch (state) {
      case 'met':
        return late > 0 ? t('sla.state.metLate', { time }) : t('sla.state.met');
      case 'cancelled':
        return t('sla.state.cancelled');
      case 'paused':
        return why ? `${t('sla.state.paused')}: ${t(`sla.why.${why}`)}` : t('sla.state.paused');
      default:
        return late > 0 ? t('sla.late', { time }) : t('sla.state.running');
    }
  }
}
