import {
  getRequest,
  listInvitations,
  listRequests,
  listTeammates,
  type ParamsOf,
  type Parley,
  updateOwnTeammate,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { useInboxChanges } from '../app/use-inbox-changes.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { dismissalKey, dismissed, startDateOf, type Tour, type TourStep, tourSteps } from './tour.ts';

const words: Record<TourStep, MessageId> = {
  answer: 'welcome.answer',
  write: 'welcome.write',
  bot: 'welcome.bot',
  invite: 'welcome.invite',
};

/** What was done is looked for again after frames, at most so often. */
const pauseMs = 5000;

/** The first steps in the demo project; what has been done is seen, not said. */
export function TourStrip({ tour }: { tour: Tour }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [isGone, setGone] = useState(false);
  // A step stays done: a conversation with the bot may be a person's by now.
  const [done, setDone] = useState<ReadonlySet<TourStep>>(new Set());
  const { data, refetch } = useQuery({ queryKey: ['tour', projectId], queryFn: () => stepsDone(parley, tour) });
  useInboxChanges(() => void refetch(), pauseMs);
  useEffect(() => {
    if (data) setDone((known) => new Set([...known, ...data]));
  }, [data]);
  // Invitations make no frame: they are looked for when the person comes back from the team.
  useEffect(() => {
    const look = () => void refetch();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, [refetch]);
  const dismiss = useMutation({
    mutationFn: () => updateOwnTeammate(parley, { [dismissalKey]: dismissed }),
    onSuccess: () => setGone(true),
    meta: { action: 'tour.dismiss' },
  });
  if (isGone) return null;
  const next = tourSteps.find((step) => !done.has(step));

  return (
    <section
      aria-label={t('welcome.title')}
      className="flex min-h-12 items-center gap-2 border-b border-line bg-accent-soft ps-4 pe-2 py-1.5"
    >
      <ol className="flex min-w-0 flex-1 flex-wrap items-center gap-x-5 gap-y-1">
        {tourSteps.map((step, index) => (
          <li
            key={step}
            className={classes('items-center gap-2', step === (next ?? 'answer') ? 'flex' : 'hidden lg:flex')}
          >
            <span
              className={classes(
                'inline-flex size-5 shrink-0 items-center justify-center rounded-full border text-small font-semibold',
                done.has(step) ? 'border-good bg-good text-paper' : 'border-control text-ink',
              )}
            >
              {done.has(step) ? <Check size={12} role="img" aria-label={t('welcome.done')} /> : index + 1}
            </span>
            <StepLink step={step} tour={tour}>
              {t(words[step])}
            </StepLink>
          </li>
        ))}
      </ol>
      <span className="text-small text-ink-soft lg:hidden">
        {t('welcome.progress', { done: done.size, all: tourSteps.length })}
      </span>
      <IconButton label={t('welcome.dismiss')} onClick={() => dismiss.mutate()}>
        <X size={16} aria-hidden />
      </IconButton>
    </section>
  );
}

function StepLink({ step, tour, children }: { step: TourStep; tour: Tour; children: ReactNode }) {
  const { projectId: project } = useWorkplace();
  const look = 'text-ink underline-offset-2 hover:underline';
  switch (step) {
    case 'answer':
      return (
        <Link to="/$project/inbox/$" params={{ project, _splat: `mine/${tour.answer}` }} className={look}>
          {children}
        </Link>
      );
    case 'invite':
      return (
        <Link to="/$project/team" params={{ project }} className={look}>
          {children}
        </Link>
      );
    default:
      return (
        <a href="/demo" target="_blank" rel="noopener" className={look}>
          {children}
        </a>
      );
  }
}

async function stepsDone(parley: Parley, { answer, since, bot, department, people }: Tour): Promise<TourStep[]> {
  const hasSince = async (filter: ParamsOf<typeof listRequests>) => {
    const { requests } = await listRequests(parley, {
      ...filter,
      status: 'all',
      start_date: startDateOf(since),
      view: 'row',
      limit: 1,
    });
    return requests.length > 0;
  };
  const [request, wrote, askedBot, triedBot, invitations, teammates] = await Promise.all([
    getRequest(parley, { request_id: answer }),
    hasSince({ draft: false }),
    hasSince({ dept_id: department }),
    hasSince({ participant: `bot_${bot}` }),
    listInvitations(parley),
    listTeammates(parley, { limit: people + 1 }),
  ]);
  const facts: Record<TourStep, boolean> = {
    answer: request.first_response_at !== undefined,
    write: wrote,
    bot: askedBot || triedBot,
    invite: invitations.length > 0 || teammates.length > people,
  };
  return tourSteps.filter((step) => facts[step]);
}
