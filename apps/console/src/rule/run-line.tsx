import type { RuleRunView } from '@parley/sdk';

import { refusalWords } from '../app/refusal-words.ts';
import { type Translate, useFormats, useTexts } from '../app/texts.tsx';
import { ConversationLink } from './conversation-link.tsx';
import { HeldConditions } from './held-conditions.tsx';
import { type RuleBody, ruleEvents } from './rules.ts';

/** Why a run changed nothing, in words; others are codes of refused actions. */
const reasons = ['once', 'rate', 'chain', 'changed', 'moved', 'requester_message', 'team_message', 'closed'] as const;

const colours = {
  applied: 'text-good',
  failed: 'text-bad',
  skipped: 'text-ink-soft',
  suppressed: 'text-warn',
} as const;

/** One run: when, where, what came of it. */
export function RunLine({ run, of }: { run: RuleRunView; of: Pick<RuleBody, 'filters' | 'actions'> }) {
  const t = useTexts();
  const { full } = useFormats();
  const { request_id, event, result, why, conditions, actions, createdAt } = run;
  const known = ruleEvents.find((word) => word === event.type);
  return (
    <li className="py-1">
      <details>
        <summary className="cursor-pointer">
          <span className={`font-semibold ${colours[result]}`}>{t(`rule.result.${result}`)}</span>{' '}
          {why !== undefined && <span>{reasonWords(why, t)}</span>}{' '}
          <span className="text-small text-ink-soft">
            {full(Date.parse(createdAt))}
            {known && ` · ${t(`rule.on.${known}`)}`}
          </span>
        </summary>
        <HeldConditions filters={of.filters} actions={of.actions} held={conditions} outcome={actions} />
        <p className="ps-5 text-small">
          <ConversationLink requestId={request_id} />
        </p>
      </details>
    </li>
  );
}

function reasonWords(why: string, t: Translate): string {
  const known = reasons.find((reason) => reason === why);
  return known ? t(`rule.reason.${known}`) : refusalWords(why, t);
}
