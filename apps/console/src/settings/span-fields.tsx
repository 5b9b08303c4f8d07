import { Plus, X } from 'lucide-react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { inputLook } from '../ui/field.tsx';
import { type DayFault, endOf, faultOf, maxSpans, type Span, shownEnd, withSpan } from './hours.ts';

const faultWords: Record<DayFault, MessageId> = {
  incomplete: 'settings.hours.incomplete',
  backwards: 'settings.hours.backwards',
  overlap: 'settings.hours.overlap',
};

/** The open hours of a day. @param name of the day, for screen readers */
export function SpanFields({
  name,
  spans,
  onChange,
}: {
  name: string;
  spans: readonly Span[];
  onChange: (spans: readonly Span[]) => void;
}) {
  const t = useTexts();
  const fault = faultOf(spans);
  const change = (at: number, span: Partial<Span>) =>
    onChange(spans.map((one, n) => (n === at ? { ...one, ...span } : one)));
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {spans.length === 0 && <span className="py-1.5 text-ink-soft">{t('settings.hours.closed')}</span>}
        {spans.map(({ start, end }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other name than their place.
          <div key={n} className="flex flex-wrap items-center gap-2">
            <TimeField
              label={t('settings.hours.from', { day: name, number: n + 1 })}
              value={start}
              onChange={(value) => change(n, { start: value })}
            />
            {/* Where there is no room for one line, the second has all of the end. */}
            <span className="flex min-w-0 items-center gap-2">
              <span aria-hidden>–</span>
              <TimeField
                label={t('settings.hours.to', { day: name, number: n + 1 })}
                value={shownEnd(end)}
                onChange={(value) => change(n, { end: value && endOf(value) })}
              />
              <IconButton
                label={t('settings.hours.remove', { day: name, number: n + 1 })}
                onClick={() => onChange(spans.filter((_, at) => at !== n))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </span>
          </div>
        ))}
        {fault && (
          <p role="alert" className="text-small text-bad">
            {t(faultWords[fault])}
          </p>
        )}
      </div>
      <IconButton
        label={t('settings.hours.add', { day: name })}
        refusal={spans.length >= maxSpans ? t('settings.hours.most', { count: maxSpans }) : undefined}
        onClick={() => onChange(withSpan(spans))}
      >
        <Plus size={16} aria-hidden />
      </IconButton>
    </>
  );
}

function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <input
      type="time"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputLook} h-9 max-w-36`}
    />
  );
}
