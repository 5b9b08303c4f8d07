import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { type ColumnTarget, guessedTargets } from './columns.ts';
import { CsvTooLongError, delimiterOf } from './csv-reader.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportColumns } from './import-columns.tsx';
import { countRecords, type Encoding, encodingOf, encodings, type FileShape, recordsOf } from './import-file.ts';
import { type ConflictWay, conflictWays, type Importer } from './importer.ts';

/** So much of a file is enough to know how it is written. */
const beginningBytes = 65_536;
/** Records that are checked before anything is sent. */
const checkedRecords = 50;

/** From a file to an import: which column is what, and what the first records would become. */
export function ImportSetup({ importer }: { importer: Importer }) {
  const t = useTexts();
  const [file, setFile] = useState<File>();
  const [shape, setShape] = useState<FileShape>();
  const [problem, setProblem] = useState<string>();

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    setShape(undefined);
    setProblem(undefined);
    try {
      const beginning = new Uint8Array(await chosen.slice(0, beginningBytes).arrayBuffer());
      const encoding = encodingOf(beginning);
      const [line = ''] = new TextDecoder(encoding).decode(beginning).split(/[\r\n]/, 1);
      setFile(chosen);
      setShape({ encoding, delimiter: delimiterOf(line) });
    } catch {
      setProblem(t('contacts.import.unreadable'));
    }
  }

  return (
    <>
      <Section title={t('contacts.import.file')} help={t('contacts.import.fileHelp')}>
        <label className="flex w-fit cursor-pointer items-center gap-2 rounded-box border border-control px-3 py-2 font-semibold focus-within:outline-2 focus-within:outline-accent hover:bg-hover">
          <FileUp size={16} aria-hidden />
          {t('contacts.import.choose')}
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="sr-only"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </label>
        {file && shape && (
          <>
            <bdi className="font-semibold">{file.name}</bdi>
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField
                label={t('contacts.import.encoding')}
                value={shape.encoding}
                onChange={({ target }) => setShape({ ...shape, encoding: target.value as Encoding })}
                choices={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
              />
              <SelectField
                label={t('contacts.import.delimiter')}
                value={shape.delimiter}
                onChange={({ target }) => setShape({ ...shape, delimiter: target.value })}
                choices={[
                  { value: ';', label: ';' },
                  { value: ',', label: ',' },
                  { value: '\t', label: t('contacts.import.tab') },
                  { value: '|', label: '|' },
                ]}
              />
            </div>
          </>
        )}
        {problem && (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        )}
      </Section>
      {file && shape && (
        <Plan key={`${shape.encoding} ${shape.delimiter} ${file.name}`} importer={importer} file={file} shape={shape} />
      )}
    </>
  );
}

function Plan({ importer, file, shape }: { importer: Importer; file: File; shape: FileShape }) {
  const t = useTexts();
  const [chosen, setChosen] = useState<ColumnTarget[]>();
  const [onConflict, setOnConflict] = useState<ConflictWay>('merge');
  const [failure, setFailure] = useState<unknown>();
  const { data, error, isPending } = useQuery({
    queryKey: ['import', file.name, file.size, file.lastModified, shape],
    queryFn: () => readFile(file, shape),
    gcTime: 0,
  });
  if (isPending) return <Skeleton className="h-40 max-w-3xl" />;
  if (error)
    return (
      <p role="alert" className="max-w-3xl rounded-box bg-bad-soft px-3 py-2 text-bad">
        {error instanceof CsvTooLongError
          ? t('contacts.import.openQuote', { line: error.line })
          : t('contacts.import.unreadable')}
      </p>
    );
  const { header, records, total } = data;
  if (total === 0)
    return (
      <p role="alert" className="max-w-3xl rounded-box bg-warn-soft px-3 py-2 text-warn">
        {t('contacts.import.empty')}
      </p>
    );
  const targets = chosen ?? guessedTargets(header);

  async function begin() {
    const id = crypto.randomUUID();
    const counts = { done: 0, created: 0, merged: 0, returned: 0, failed: 0 };
    try {
      await importer.begin({
        ...shape,
        ...counts,
        id,
        file,
        fileName: file.name,
        header,
        targets,
        onConflict,
        total,
        status: 'running',
      });
    } catch (thrown) {
      setFailure(thrown);
    }
  }

  return (
    <>
      <ImportColumns header={header} example={records[0]?.cells ?? []} targets={targets} onChange={setChosen} />
      <ImportCheck header={header} targets={targets} records={records} />
      <Section title={t('contacts.import.start')}>
        <SelectField
          label={t('contacts.import.conflict')}
          help={t('contacts.import.conflictHelp')}
          value={onConflict}
          onChange={({ target }) => setOnConflict(target.value as ConflictWay)}
          choices={conflictWays.map((value) => ({ value, label: t(`contacts.import.conflict.${value}`) }))}
        />
        <RefusedCall error={failure} onRetry={() => void begin()} />
        <div className="flex justify-end">
          <Button
            look="primary"
            onClick={() => void begin()}
            refusal={targets.every((target) => target === '') ? t('contacts.import.noColumn') : undefined}
          >
            {t('contacts.import.import', { count: total })}
          </Button>
        </div>
      </Section>
    </>
  );
}

/** Header, first records and the number of all. @throws CsvTooLongError */
async function readFile(file: File, shape: FileShape) {
  const records = [];
  for await (const record of recordsOf(file, shape)) {
    records.push(record);
    if (records.length > checkedRecords) break;
  }
  const [header, ...first] = records;
  return { header: header?.cells ?? [], records: first, total: await countRecords(file, shape) };
}
