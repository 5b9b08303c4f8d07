import { useTexts } from '../app/texts.tsx';
import type { Draft } from './drafts.ts';

/** Whether an answer or a note is written. */
export function ModeTabs({ draft, onChange }: { draft: Draft; onChange: (mode: Draft['mode']) => void }) {
  const t = useTexts();
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('composer.mode')}</legend>
      {(['reply', 'note'] as const).map((mode) => (
        <label
          key={mode}
          className="cursor-pointer rounded-box px-2 py-0.5 text-small text-ink-soft has-checked:bg-hover has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="composer-mode"
            className="sr-only"
            checked={draft.mode === mode}
            onChange={() => onChange(mode)}
          />
          {t(`composer.${mode}`)}
        </label>
      ))}
    </fieldset>
  );
}
