import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { useActionWords } from '../action/action-choices.ts';
import type { Action } from '../action/actions.ts';
import { refusalWords } from '../app/refusal-words.ts';
import { useTexts } from '../app/texts.tsx';
import type { Filter } from '../condition/conditions.ts';
import { useConditionWords } from '../condition/request-fields.ts';

interface HeldConditionsProps {
  filters: readonly Filter[];
  actions: readonly Action[];
  /** By `filters[0]`: whether it held. */
  held: readonly { param: string; holds: boolean }[];
  outcome: readonly { ok: boolean; changed?: boolean; code?: string }[];
}

/** Conditions that held or not, then what was done or would be. */
export function HeldConditions({ filters, actions, held, outcome }: HeldConditionsProps) {
  const t = useTexts();
  const conditionWords = useConditionWords('rule');
  const actionWords = useActionWords();
  return (
    <ul className="flex flex-col gap-1 py-1 ps-5 text-small">
      {held.map(({ param, holds }) => {
        const filter = filters[placeIn(param)];
        return (
          <Line key={param} isGood={holds}>
            <bdi>{filter ? conditionWords(filter) : param}</bdi>{' '}
            <span className="sr-only">{t(holds ? 'rule.holds' : 'rule.holdsNot')}</span>
          </Line>
        );
      })}
      {outcome.map(({ ok, changed, code }, index) => {
        const action = actions[index];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions of one run keep their places.
          <Line key={index} isGood={ok}>
            <bdi>{action ? actionWords(action) : t('action.place', { place: index + 1 })}</bdi>
            {ok && changed === false && <span className="text-ink-soft"> · {t('macro.step.same')}</span>}
            {code !== undefined && <span className="text-bad"> · {refusalWords(code, t)}</span>}
          </Line>
        );
      })}
    </ul>
  );
}

function placeIn(param: string): number {
  return Number(/^filters\[(\d+)\]/.exec(param)?.[1] ?? -1);
}

function Line({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Mark = isGood ? Check : X;
  return (
    <li className="flex items-start gap-2">
      <Mark size={14} aria-hidden className={`mt-0.5 shrink-0 ${isGood ? 'text-good' : 'text-bad'}`} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
