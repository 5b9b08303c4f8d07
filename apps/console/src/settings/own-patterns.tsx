import { Plus, X } from 'lucide-react';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

/** Source: contract 12 section 6. */
const [maxPatterns, maxName, maxPattern] = [10, 20, 200];

/** A regular expression, and the name that takes the place of what it matches. */
export interface OwnPattern {
  name: string;
  pattern: string;
}

/** Patterns of the project's own. */
export function OwnPatterns({
  patterns,
  onChange,
  error,
  place,
}: {
  patterns: readonly OwnPattern[];
  onChange: (patterns: readonly OwnPattern[]) => void;
  error: unknown;
  /** Of the first one in the setting. */
  place: number;
}) {
  const t = useTexts();
  const change = (at: number, next: Partial<OwnPattern>) =>
    onChange(patterns.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const problem = fieldProblem(error, 'settings.redact_patterns');
  const problemOf = (index: number) => fieldProblem(error, `settings.redact_patterns[${place + index}].pattern`);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-semibold">{t('settings.patterns.own')}</legend>
      <p className="text-small text-ink-soft">{t('settings.patterns.ownHelp')}</p>
      {patterns.map(({ name, pattern }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: while it is typed, the name of a pattern is not its own.
        <div key={index} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[1fr_2fr]">
            <Field
              label={t('settings.patterns.name')}
              value={name}
              onChange={({ target }) => change(index, { name: target.value })}
              required
              maxLength={maxName}
            />
            <Field
              label={t('settings.patterns.pattern')}
              dir="ltr"
              spellCheck={false}
              value={pattern}
              onChange={({ target }) => change(index, { pattern: target.value })}
              required
              maxLength={maxPattern}
              problem={problemOf(index)}
            />
          </div>
          <span className="pt-6.5">
            <IconButton
              label={t('settings.patterns.remove', { number: index + 1 })}
              onClick={() => onChange(patterns.filter((_, at) => at !== index))}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </span>
        </div>
      ))}
      {problem && !patterns.some((_, index) => problemOf(index)) && <p className="text-small text-bad">{problem}</p>}
      {patterns.length < maxPatterns && (
        <div>
          <Button onClick={() => onChange([...patterns, { name: '', pattern: '' }])}>
            <Plus size={14} aria-hidden />
            {t('settings.patterns.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
