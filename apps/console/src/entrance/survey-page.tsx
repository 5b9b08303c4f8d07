import { answerSurvey, getPublicSurvey, limits, type PublicSurveyView } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { CallForm } from '../app/call-form.tsx';
import { EntrancePage } from '../app/entrance-page.tsx';
import { problemOf } from '../app/problem.ts';
import { useSession } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

/** What a customer is asked after their conversation, by the link that they were sent. */
export function SurveyPage() {
  const t = useTexts();
  const { parley } = useSession();
  const { token } = useParams({ from: '/entrance/survey/$token' });
  const survey = useQuery({
    queryKey: ['public-survey', token],
    queryFn: () => getPublicSurvey(parley, { token }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <EntrancePage title={survey.data?.ask ?? t('survey.title')} brand={survey.data?.project_name ?? ''}>
      {survey.error && <Failure problem={problemOf(survey.error, t)} />}
      {survey.isPending && <Skeleton className="h-32" />}
      {survey.data && <Answer token={token} survey={survey.data} />}
    </EntrancePage>
  );
}

function Answer({ token, survey }: { token: string; survey: PublicSurveyView }) {
  const t = useTexts();
  const { parley } = useSession();
  const [isDone, setDone] = useState(false);
  const [lowest = 1, highest = 5] = survey.scale;
  const scores = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
  if (isDone)
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="status">{t('survey.thanks', { name: survey.project_name })}</p>
        <Button onClick={() => setDone(false)}>{t('survey.again')}</Button>
      </div>
    );
  return (
    <CallForm
      action={t('survey.send')}
      send={({ rate = '', comment = '' }) =>
        answerSurvey(parley, { token, rate: Number(rate), ...(comment && { rate_message: comment }) })
      }
      onDone={() => setDone(true)}
    >
      {() => (
        <>
          {survey.answered && <p className="text-ink-soft">{t('survey.answered')}</p>}
          <fieldset>
            <legend className="mb-2 font-semibold">{t('survey.rating')}</legend>
            <div className="flex justify-between gap-2">
              {scores.map((score) => (
                <label
                  key={score}
                  className="flex size-11 cursor-pointer items-center justify-center rounded-box border border-line font-semibold focus-within:outline-2 focus-within:outline-accent has-checked:border-accent has-checked:bg-accent has-checked:text-paper"
                >
                  <input
                    type="radio"
                    name="rate"
                    value={score}
                    required
                    className="sr-only"
                    aria-label={t('survey.score', { score, highest })}
                  />
                  <span aria-hidden>{score}</span>
                </label>
              ))}
            </div>
            <p aria-hidden className="mt-1 flex justify-between text-small text-ink-soft">
              <span>{t('survey.worst')}</span>
              <span>{t('survey.best')}</span>
            </p>
          </fieldset>
          {survey.comment && (
            <TextArea
              label={t('survey.comment')}
              name="comment"
              maxLength={limits.answerSurvey.rate_message.maxLength}
            />
          )}
        </>
      )}
    </CallForm>
  );
}
