import { TriangleAlert } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';

const words = {
  filters: 'settings.broken.filters',
  actions: 'settings.broken.actions',
  hours: 'settings.broken.hours',
  timer: 'settings.broken.hours',
  departments: 'settings.broken.departments',
} as const;

/** Which parts of a rule, macro, policy or survey name what no longer exists. */
export function BrokenParts({ parts = [] }: { parts: readonly string[] | undefined }) {
  const t = useTexts();
  if (parts.length === 0) return null;
  const names = parts.map((part) => {
    const [, name = '', place] = /^(\w+)(?:\[(\d+)\])?/.exec(part) ?? [];
    return t(words[name as keyof typeof words], { place: Number(place) + 1 });
  });
  return (
    <p className="flex items-center gap-1 text-small text-bad">
      <TriangleAlert size={14} aria-hidden className="shrink-0" />
      {t('settings.broken', { parts: [...new Set(names)].join(', ') })}
    </p>
  );
}
