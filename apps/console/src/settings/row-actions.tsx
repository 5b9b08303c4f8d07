import { Pencil, Trash2 } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';

/** Edit and remove, at the end of a row. */
export function RowActions({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  const t = useTexts();
  return (
    <span className="inline-flex">
      <IconButton label={t('settings.editOne', { name })} onClick={onEdit}>
        <Pencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('settings.removeOne', { name })} onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </span>
  );
}
