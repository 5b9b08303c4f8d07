import { type ErasureView, getErasure } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { RunProgress } from '../transfer/run-progress.tsx';
import { saveFile } from '../transfer/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

/** An erasure that is running is read again so often. */
const readAgainMs = 1_000;

/** How far an erasure is, and its receipt in the end. */
export function ErasurePage({ id }: { id: string }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: [getErasure.spec.name, projectId, id],
    queryFn: ({ signal }) => getErasure(parley, { erasure: id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : readAgainMs),
  });
  return (
    <Page title={t('contacts.erasure.title')}>
      {query.isPending && <Skeleton className="h-48 max-w-3xl" />}
      {query.error && !query.data && (
        <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Erasure erasure={query.data} />}
      <Link
        to="/$project/contacts/{-$lead}"
        params={{ project: projectId, lead: undefined }}
        className="font-semibold text-accent underline-offset-2 hover:underline"
      >
        {t('contacts.back')}
      </Link>
    </Page>
  );
}

const icons = { pending: CircleDashed, erased: CircleDot, done: CircleCheck };

function Erasure({ erasure }: { erasure: ErasureView }) {
  const t = useTexts();
  const { full } = useFormats();
  const { services, status, expires, receipt } = erasure;
  const finished = services.filter((service) => service.status === 'done').length;
  return (
    <Section title={t(status === 'done' ? 'contacts.erasure.done' : 'contacts.erasure.running')}>
      <RunProgress label={t('contacts.erasure.title')} done={finished} total={services.length}>
        {t('contacts.erasure.progress', { finished, count: services.length })}
      </RunProgress>
      <ul className="flex flex-col gap-1">
        {services.map(({ service, status: step, erased }) => {
          const Icon = icons[step];
          const kinds = Object.entries(erased).filter(([, count]) => count > 0);
          return (
            <li key={service} className="flex flex-wrap items-center gap-2">
              <Icon size={14} aria-hidden className={step === 'done' ? 'text-good' : 'text-ink-soft'} />
              <span className="font-semibold">{service}</span>
              <span>{t(`contacts.erasure.step.${step}`)}</span>
              <span className="text-small text-ink-soft">
                {kinds.map(([kind, count]) => `${kind}: ${count}`).join(', ')}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="text-ink-soft">
        {t('contacts.erasure.expires', { when: full(Date.parse(expires.eventTransport)) })}
      </p>
      {receipt && (
        <div>
          <Button
            onClick={() => saveFile(new Blob([receipt], { type: 'application/jose' }), `erasure-${erasure._id}.jws`)}
          >
            {t('contacts.erasure.receipt')}
          </Button>
        </div>
      )}
    </Section>
  );
}
