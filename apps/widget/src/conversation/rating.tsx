import { rateRequest } from '@parley/sdk';
import { useState } from 'preact/hooks';

import { Label } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';
import { Icon } from '../ui/icon.tsx';

const longest = 2000;
const stars = [1, 2, 3, 4, 5];

/** Asks for a rating after closing, with an optional comment. */
export function Rating({ requestId, given }: { requestId: string; given: number | undefined }) {
  const { texts, visit, host } = usePanel();
  const [rating, setRating] = useState(given);
  const [words, setWords] = useState<string>();
  const [phase, setPhase] = useState<'asking' | 'failed' | 'sending' | 'thanks'>(
    given === undefined ? 'asking' : 'thanks',
  );
  if (phase === 'thanks')
    return (
      <p class="thanks" role="status">
        <Label name="THANK_YOU_FOR_YOUR_EVALUATION" /> <Label name="YOUR_RATING_HAS_BEEN_RECEIVED" />{' '}
        <button type="button" class="link" onClick={() => setPhase('asking')}>
          {texts.text('EDIT')}
        </button>
      </p>
    );

  const send = async () => {
    if (rating === undefined) return;
    setPhase('sending');
    const { parley, signal } = visit.peek();
    try {
      await rateRequest(parley, { request_id: requestId, rating, rating_message: words }, { signal });
      setPhase('thanks');
      host.emit('rated', { rating });
    } catch {
      setPhase('failed');
    }
  };
  return (
    <form
      class="rating"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset>
        <legend>
          <Label name="YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE" />
        </legend>
        {stars.map((star) => (
          <label key={star} class={rating !== undefined && star <= rating ? 'star on' : 'star'}>
            <input
              type="radio"
              name="parley-rating"
              class="away"
              checked={rating === star}
              aria-label={texts.text('STARS', { n: star })}
              onChange={() => setRating(star)}
            />
            <Icon name="star" size={28} />
          </label>
        ))}
      </fieldset>
      {rating !== undefined && (
        <textarea
          rows={2}
          value={words ?? ''}
          maxLength={longest}
          aria-label={texts.word('WRITE_YOUR_OPINION')}
          placeholder={texts.word('WRITE_YOUR_OPINION')}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {phase === 'failed' && (
        <p class="bad" role="alert">
          {texts.text('NOT_SENT')}
        </p>
      )}
      <button type="submit" class="primary" disabled={rating === undefined || phase === 'sending'}>
        <Label name="SUBMIT" />
      </button>
    </form>
  );
}
