import { listProperties } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { textTitles } from '../contact/contact-details.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { type ColumnTarget, columnFields } from './columns.ts';

const fieldTitles: Record<(typeof columnFields)[number], MessageId> = {
  ...textTitles,
  lead_id: 'contacts.leadId',
  tags: 'contact.tags',
  attributes: 'contacts.import.attributes',
  properties: 'contacts.import.properties',
};

interface ImportColumnsProps {
  header: readonly string[];
  /** Cells of the first record. */
  example: readonly string[];
  targets: readonly ColumnTarget[];
  onChange: (targets: ColumnTarget[]) => void;
}

/** What each column of the file fills. A field that is filled by one column is not offered for another. */
export function ImportColumns({ header, example, targets, onChange }: ImportColumnsProps) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data: definitions = [] } = useQuery({
    queryKey: [listProperties.spec.name, projectId],
    queryFn: ({ signal }) => listProperties(parley, {}, { signal }),
  });
  const rows = header.map((title, index) => ({
    title: title || t('contacts.import.column', { place: index + 1 }),
    index,
  }));

  function choicesFor(index: number): { value: ColumnTarget; label: string }[] {
    const title = header[index] ?? '';
    return [
      { value: '' as const, label: t('contacts.import.ignore') },
      ...columnFields.map((value) => ({ value, label: t(fieldTitles[value]) })),
      ...definitions.map(({ name, label }) => ({ value: `properties.${name}` as const, label })),
      ...(title
        ? [{ value: `attributes.${title}` as const, label: t('contacts.import.asAttribute', { name: title }) }]
        : []),
    ].filter(({ value }) => value === '' || value === targets[index] || !targets.includes(value));
  }

  return (
    <Section title={t('contacts.import.columns')} help={t('contacts.import.columnsHelp')}>
      <Table
        label={t('contacts.import.columns')}
        rows={rows}
        keyOf={({ index }) => String(index)}
        columns={[
          { id: 'title', title: t('contacts.import.inFile'), cell: ({ title }) => <bdi>{title}</bdi> },
          {
            id: 'example',
            title: t('contacts.import.example'),
            onlyWide: true,
            cell: ({ index }) => <bdi className="block max-w-60 truncate text-ink-soft">{example[index]}</bdi>,
          },
          {
            id: 'target',
            title: t('contacts.import.becomes'),
            cell: ({ title, index }) => (
              <select
                aria-label={t('contacts.import.target', { name: title })}
                value={targets[index]}
                onChange={({ target }) => onChange(targets.with(index, target.value as ColumnTarget))}
                className={classes(inputLook, 'h-9 min-w-40')}
              >
                {choicesFor(index).map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
    </Section>
  );
}
