import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { IconButton } from '../ui/button.tsx';
import { useTexts } from './texts.tsx';

interface OrderedRowsProps<Row> {
  rows: readonly Row[];
  /** A list of its own on a page that has several. */
  label?: string;
  onMove: (ids: string[]) => void;
  onRemove: (row: Row) => void;
  /** Without the right, rows are only shown. */
  mayChange?: boolean;
  children: (row: Row, place: number) => ReactNode;
}

/** Records in an order that people give them, by the buttons at the end of each. */
export function OrderedRows<Row extends { _id: string; name: string }>(props: OrderedRowsProps<Row>) {
  const { rows, label, onMove, onRemove, mayChange = true, children } = props;
  const t = useTexts();
  const [said, setSaid] = useState('');

  function move({ _id, name }: Row, place: number) {
    const ids = rows.map((row) => row._id).filter((id) => id !== _id);
    onMove(ids.toSpliced(place, 0, _id));
    setSaid(t('inbox.view.place', { name, place: place + 1, count: rows.length }));
  }

  return (
    <>
      <ol aria-label={label} className="flex flex-col divide-y divide-line rounded-box border border-line">
        {rows.map((row, place) => (
          <li key={row._id} className="flex items-start gap-2 px-3 py-2 hover:bg-hover">
            <span aria-hidden className="w-5 shrink-0 pt-0.5 text-ink-soft tabular-nums">
              {place + 1}
            </span>
            {children(row, place)}
            {mayChange && (
              <span className="flex shrink-0 flex-wrap justify-end">
                <IconButton
                  label={t('inbox.view.up', { name: row.name })}
                  refusal={place === 0 ? t('settings.isFirst') : undefined}
                  onClick={() => move(row, place - 1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={t('inbox.view.down', { name: row.name })}
                  refusal={place === rows.length - 1 ? t('settings.isLast') : undefined}
                  onClick={() => move(row, place + 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </IconButton>
                <IconButton label={t('settings.removeOne', { name: row.name })} onClick={() => onRemove(row)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
