import { withVisibleBidi } from '@parley/sdk/markup';
import { X } from 'lucide-react';

interface ChipProps {
  text: string;
  removeLabel?: string;
  /** None: it stays. */
  onRemove?: (() => void) | undefined;
}

/** One of several short texts that can be taken away. */
export function Chip({ text, removeLabel, onRemove }: ChipProps) {
  return (
    <span className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-full border border-line bg-raised ps-2.5 pe-1 text-small">
      <bdi className="min-w-0 truncate pe-1.5">{withVisibleBidi(text)}</bdi>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-ink-soft hover:bg-hover"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
