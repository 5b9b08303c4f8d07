import { useId } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';

export const routingWords: Readonly<Record<string, MessageId>> = {
  assigned: 'team.routing.assigned',
  pooled: 'team.routing.pooled',
  fixed: 'team.routing.fixed',
};

const explanations = {
  assigned: 'team.routing.assignedText',
  pooled: 'team.routing.pooledText',
  fixed: 'team.routing.fixedText',
} as const;

/** How a department hands out its conversations, each way explained. */
export function RoutingField({ value, onChange }: { value: string; onChange: (routing: string) => void }) {
  const t = useTexts();
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold">{t('team.routing')}</legend>
      {(['assigned', 'pooled', 'fixed'] as const).map((routing) => (
        <div key={routing} className="flex items-start gap-2">
          <input
            type="radio"
            id={`${id}-${routing}`}
            name={id}
            checked={value === routing}
            onChange={() => onChange(routing)}
            aria-describedby={`${id}-${routing}-about`}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <div>
            <label htmlFor={`${id}-${routing}`}>{t(routingWords[routing] ?? 'team.unknown')}</label>
            <p id={`${id}-${routing}-about`} className="text-small text-ink-soft">
              {t(explanations[routing])}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
