import { dryRunRule, listRequestRuleRuns, listRequests, type RuleRunView } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';

import { problemOf, Refused } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { contactName } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { Button } from '../ui/button.tsx';
import { inputLook } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Failure } from '../ui/states.tsx';
import { ConversationLink } from './conversation-link.tsx';
import { HeldConditions } from './held-conditions.tsx';
import type { RuleBody } from './rules.ts';
import { RunLine } from './run-line.tsx';

/** Conversations that a rule is tried on. */
const maxTried = 50;

interface RuleCheckProps {
  /** Of a stored rule. */
  id: string | undefined;
  /** As the form shows it, stored or not. */
  body: RuleBody;
  /** Why it cannot be tried as it is. */
  refusal: string | undefined;
}

interface Tried {
  rows: InboxRow[];
  answer: Awaited<ReturnType<typeof dryRunRule>>;
  /** The rule that was tried: the form may have changed since. */
  of: RuleBody;
  /** Of the one conversation that was asked for. */
  runs?: RuleRunView[];
}

/** Tries the rule on conversations as they are now, and says why it does not run on one. Nothing is changed. */
export function RuleCheck({ id, body, refusal }: RuleCheckProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const tried = useMutation({ mutationFn: tryOn });

  /** @param ticket of one conversation; otherwise the latest ones */
  async function tryOn(ticket: string | undefined): Promise<Tried> {
    const list = { status: 'all', view: 'row', no_count: true, sortField: 'last_message_at', direction: -1 } as const;
    const { requests } = await listRequests(parley, {
      ...list,
      ...(ticket === undefined ? { limit: maxTried } : { ticket_id: ticket, limit: 1 }),
    });
    const rows = requests as InboxRow[];
    const [first] = rows;
    if (!first) throw new Refused(t(ticket === undefined ? 'rule.check.noneYet' : 'rule.check.unknown'));
    const answer = await dryRunRule(parley, { rule: body, requests: rows.map(({ request_id }) => request_id) });
    if (ticket === undefined || id === undefined) return { rows, answer, of: body };
    const { runs } = await listRequestRuleRuns(parley, { request_id: first.request_id, limit: 200 });
    return { rows, answer, of: body, runs: runs.filter(({ rule }) => rule._id === id) };
  }

  return (
    <Section title={t('rule.check')} help={t('rule.check.help')}>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Button
          refusal={refusal}
          pending={tried.isPending && tried.variables === undefined}
          onClick={() => tried.mutate(undefined)}
        >
          {t('rule.check.latest', { count: maxTried })}
        </Button>
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const ticket = String(new FormData(event.currentTarget).get('ticket')).replace(/^\s*#/, '').trim();
            if (refusal === undefined && ticket !== '') tried.mutate(ticket);
          }}
        >
          <label className="flex flex-col gap-1 font-semibold">
            {t('rule.check.why')}
            <input
              name="ticket"
              inputMode="numeric"
              maxLength={17}
              placeholder={t('rule.check.ticket')}
              className={`${inputLook} h-9 font-normal`}
            />
          </label>
          <Button type="submit" refusal={refusal} pending={tried.isPending && tried.variables !== undefined}>
            {t('rule.check.one')}
          </Button>
        </form>
      </div>
      {tried.isError && <Failure small problem={problemOf(tried.error, t)} />}
      {tried.data && <Results tried={tried.data} isOff={!body.enabled} />}
    </Section>
  );
}

function Results({ tried: { rows, answer, of, runs }, isOff }: { tried: Tried; isOff: boolean }) {
  const t = useTexts();
  const isOne = runs !== undefined || rows.length === 1;
  // Those that match stand first.
  const results = answer.results.toSorted((a, b) => Number(b.matched) - Number(a.matched));
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="font-semibold">
        {t('rule.check.result', { matched: answer.matched, count: answer.evaluated })}
      </p>
      {isOff && <p className="text-ink-soft">{t('rule.check.off')}</p>}
      <ul aria-label={t('rule.check')} className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
        {results.map(({ request_id, matched, conditions, outcome }) => {
          const row = rows.find((one) => one.request_id === request_id);
          return (
            <li key={request_id} className="py-1">
              <details open={isOne}>
                <summary className="cursor-pointer">
                  <bdi className="font-semibold">{row && contactName(row, t)}</bdi>{' '}
                  <span className="text-ink-soft">#{row?.ticket_id}</span>{' '}
                  <span className={matched ? 'text-good' : 'text-ink-soft'}>
                    {t(matched ? 'rule.check.matches' : 'rule.check.matchesNot')}
                  </span>
                </summary>
                <HeldConditions filters={of.filters} actions={of.actions} held={conditions} outcome={outcome} />
                <p className="ps-5 text-small">
                  <ConversationLink requestId={request_id} />
                </p>
              </details>
            </li>
          );
        })}
      </ul>
      {runs && (
        <div>
          <h3 className="font-semibold">{t('rule.check.runs')}</h3>
          {runs.length === 0 && <p className="text-ink-soft">{t('rule.check.noRuns')}</p>}
          <ul className="divide-y divide-line">
            {runs.map((run) => (
              <RunLine key={run._id} run={run} of={of} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
