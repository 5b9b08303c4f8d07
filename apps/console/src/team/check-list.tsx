import { useId, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { inputLook } from '../ui/field.tsx';

interface Choice {
  value: string;
  label: string;
  hint?: string;
  /** Cannot be changed. */
  isFixed?: boolean;
}

/** From so many on, a search field helps. */
const searchFrom = 10;

/** Any number of a list, in the order in which they were chosen. */
export function CheckList({
  label,
  choices,
  selected,
  onChange,
  help,
  problem,
}: {
  label: string;
  choices: readonly Choice[];
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
  help?: string;
  problem?: string | undefined;
}) {
  const t = useTexts();
  const id = useId();
  const [search, setSearch] = useState('');
  const word = search.trim().toLocaleLowerCase();
  const shown = choices.filter((choice) => choice.label.toLocaleLowerCase().includes(word));
  return (
    <fieldset aria-describedby={`${id}-about`} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-semibold">{label}</legend>
      {choices.length >= searchFrom && (
        <input
          type="search"
          aria-label={t('team.searchIn', { list: label })}
          placeholder={t('team.searchIn', { list: label })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={`${inputLook} h-9`}
        />
      )}
      <ul className="max-h-64 overflow-y-auto rounded-box border border-line">
        {shown.map(({ value, label: name, hint, isFixed }) => (
          <li key={value}>
            <label className="flex min-h-9 items-center gap-2 px-3 py-1 hover:bg-hover">
              <input
                type="checkbox"
                className="size-4.5 shrink-0 accent-accent"
                checked={selected.includes(value)}
                disabled={isFixed}
                onChange={({ target }) =>
                  onChange(target.checked ? [...selected, value] : selected.filter((one) => one !== value))
                }
              />
              <span className="min-w-0 flex-1 truncate">
                <bdi>{name}</bdi>
              </span>
              {hint && <span className="text-small text-ink-soft">{hint}</span>}
            </label>
          </li>
        ))}
      </ul>
      <p id={`${id}-about`} className={problem ? 'text-small text-bad' : 'text-small text-ink-soft'}>
        {problem ?? help}
      </p>
    </fieldset>
  );
}
