import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { ConfirmCall } from '../ui/confirm-call.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { problemOf } from './problem.ts';
import { useTexts } from './texts.tsx';

interface RecordListProps<Row> {
  /** What the records are for. */
  help: string;
  query: { data: unknown; error: unknown; isPending: boolean; isError: boolean; refetch: () => unknown };
  rows: readonly Row[];
  /** Why a change of the list was refused. */
  refused: unknown;
  /** Shown while there is no record. */
  none: { icon: LucideIcon; title: string; text: string };
  remove: (row: Row) => Promise<unknown>;
  /** What removing the record means. */
  removeText: (row: Row) => string;
  children: (onRemove: (row: Row) => void) => ReactNode;
  /** Begins a new record: below the list, or where it is empty. */
  create?: ReactNode;
  /** By what else a new record begins, below the list. */
  end?: ReactNode;
}

/** The page of a list of records, each of which is removed after a question. */
export function RecordList<Row extends { name: string }>(props: RecordListProps<Row>) {
  const { help, query, rows, refused, none, remove, removeText, children, create, end } = props;
  const t = useTexts();
  const [removed, setRemoved] = useState<Row>();
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-ink-soft">{help}</p>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {refused !== null && <Failure small problem={problemOf(refused, t)} />}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data !== undefined && rows.length === 0 && (
        <Empty icon={<none.icon size={28} strokeWidth={1.5} />} title={none.title} action={create}>
          {none.text}
        </Empty>
      )}
      {rows.length > 0 && children(setRemoved)}
      {rows.length > 0 && create && <div>{create}</div>}
      {query.data !== undefined && end}
      {removed && (
        <ConfirmCall
          title={t('settings.sla.removeTitle', { name: removed.name })}
          action={t('state.remove')}
          call={() => remove(removed)}
          onDone={() => {
            setRemoved(undefined);
            void query.refetch();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{removeText(removed)}</p>
        </ConfirmCall>
      )}
    </div>
  );
}
