import type { RightView } from '@parley/sdk';
import { useId } from 'react';

import { useTexts } from '../app/texts.tsx';
import { rightGroups } from './rights.ts';

interface RightsFieldProps {
  label: string;
  help?: string;
  /** Those that are shown. */
  offered: readonly RightView[];
  selected: readonly RightView[];
  onChange: (selected: readonly RightView[]) => void;
  /** Why a right cannot be chosen. */
  refusalOf?: (right: RightView) => string | undefined;
}

/** Rights by subject, each with a box. */
export function RightsField({ label, help, offered, selected, onChange, refusalOf }: RightsFieldProps) {
  const t = useTexts();
  const id = useId();
  const set = (right: RightView, isWanted: boolean) =>
    onChange(isWanted ? [...selected, right] : selected.filter((one) => one !== right));
  return (
    <fieldset aria-describedby={help && `${id}-about`} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-semibold">{label}</legend>
      {help && (
        <p id={`${id}-about`} className="text-small text-ink-soft">
          {help}
        </p>
      )}
      {rightGroups.map(({ word, rights }) => {
        const shown = rights.filter((right) => offered.includes(right));
        if (shown.length === 0) return null;
        return (
          <fieldset key={word} className="rounded-box border border-line px-3 pb-2">
            <legend className="px-1 text-small font-semibold text-ink-soft">{t(word)}</legend>
            <ul className="grid gap-x-4 sm:grid-cols-2">
              {shown.map((right) => {
                const refusal = refusalOf?.(right);
                return (
                  <li key={right}>
                    <label className="flex min-h-9 items-center gap-2 py-1">
                      <input
                        type="checkbox"
                        className="size-4.5 shrink-0 accent-accent"
                        checked={selected.includes(right) && refusal === undefined}
                        disabled={refusal !== undefined}
                        onChange={({ target }) => set(right, target.checked)}
                      />
                      <span className="min-w-0 flex-1">
                        {t(`settings.right.${right}`)}
                        {refusal && <span className="block text-small text-ink-soft">{refusal}</span>}
                      </span>
                    </label>
                  </li>
                );
              })}
            </ul>
          </fieldset>
        );
      })}
    </fieldset>
  );
}
