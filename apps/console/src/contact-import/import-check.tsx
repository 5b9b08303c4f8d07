import { CircleCheck, TriangleAlert } from 'lucide-react';

import { type Translate, useTexts } from '../app/texts.tsx';
import { Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { type CellFault, type ColumnTarget, contactOf } from './columns.ts';
import type { CsvRecord } from './csv-reader.ts';

interface ImportCheckProps {
  header: readonly string[];
  targets: readonly ColumnTarget[];
  records: readonly CsvRecord[];
}

/** What the first records would become; faulty ones say why. */
export function ImportCheck({ header, targets, records }: ImportCheckProps) {
  const t = useTexts();
  const checked = records.map((record) => ({ ...record, faults: contactOf(record.cells, targets).faults }));
  const faulty = checked.filter(({ faults }) => faults.length > 0);
  const shown = header.flatMap((title, index) => (targets[index] ? [{ title, index }] : []));
  return (
    <Section title={t('contacts.import.check')}>
      <p role="status" className="flex items-center gap-2">
        {faulty.length === 0 ? (
          <CircleCheck size={16} aria-hidden className="text-good" />
        ) : (
          <TriangleAlert size={16} aria-hidden className="text-warn" />
        )}
        {t('contacts.import.checked', { count: records.length, faulty: faulty.length })}
      </p>
      <div className="max-h-80 overflow-y-auto">
        <Table
          label={t('contacts.import.check')}
          rows={checked}
          keyOf={({ line }) => String(line)}
          columns={[
            { id: 'line', title: t('contacts.import.line'), isNumber: true, cell: ({ line }) => line },
            {
              id: 'faults',
              title: t('contacts.import.fault'),
              cell: ({ faults }) => (
                <span className="block min-w-32 text-bad">
                  {faults.map((fault) => faultWords(fault, header, t)).join(' ')}
                </span>
              ),
            },
            ...shown.map(({ title, index }) => ({
              id: String(index),
              title,
              cell: ({ cells }: CsvRecord) => <bdi className="block max-w-48 truncate">{cells[index]}</bdi>,
            })),
          ]}
        />
      </div>
    </Section>
  );
}

/** What is wrong with a cell, with the title of its column. */
export function faultWords({ column, reason, limit }: CellFault, header: readonly string[], t: Translate): string {
  const words = t(`contacts.import.fault.${reason}`, { limit: limit ?? 0 });
  return column === undefined ? words : `${header[column] || column + 1}: ${words}`;
}
