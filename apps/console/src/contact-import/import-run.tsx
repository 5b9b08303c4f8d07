import { listLeads } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Pause, Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useFormats, useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { RunProgress } from '../transfer/run-progress.tsx';
import { saveFile } from '../transfer/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { csvLine } from './csv-reader.ts';
import { faultWords } from './import-check.tsx';
import { type Importer, type ImportRecord, type ImportSnapshot, isEnded } from './importer.ts';

interface ImportRunProps {
  importer: Importer;
  snapshot: ImportSnapshot;
  record: ImportRecord;
}

const outcomes = ['created', 'merged', 'returned', 'failed'] as const;

/** How far an import is, and what can be done with it. */
export function ImportRun({ importer, snapshot, record }: ImportRunProps) {
  const t = useTexts();
  const client = useQueryClient();
  const { number } = useFormats();
  const { projectId } = useWorkplace();
  const [stopping, setStopping] = useState(false);
  const { status, total, done, fileName } = record;
  const hasEnded = isEnded(record);

  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: [listLeads.spec.name] });
  }, [hasEnded, client]);

  return (
    <Section title={t(`contacts.import.status.${status}`)} help={<bdi>{fileName}</bdi>}>
      <RunProgress
        label={t('contacts.import.title')}
        done={done}
        total={total}
        pace={<Pace snapshot={snapshot} record={record} />}
      >
        {t('contacts.import.done', { done: number(done), total: number(total) })}
      </RunProgress>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {outcomes.map((outcome) => (
          <div key={outcome} className="rounded-box border border-line px-3 py-2">
            <dt className="text-small text-ink-soft">{t(`contacts.import.outcome.${outcome}`)}</dt>
            <dd className="text-title font-semibold tabular-nums">{number(record[outcome])}</dd>
          </div>
        ))}
      </dl>
      <RefusedCall error={snapshot.error} onRetry={() => void importer.resume()} />
      <div className="flex flex-wrap gap-2">
        {status === 'running' && snapshot.isActive && (
          <Button onClick={() => void importer.pause()}>
            <Pause size={14} aria-hidden />
            {t('contacts.import.pause')}
          </Button>
        )}
        {status === 'paused' && (
          <Button look="primary" onClick={() => void importer.resume()}>
            <Play size={14} aria-hidden />
            {t('contacts.import.resume')}
          </Button>
        )}
        {((status === 'running' && snapshot.isActive) || status === 'paused') && (
          <Button onClick={() => setStopping(true)}>
            <Square size={14} aria-hidden />
            {t('contacts.import.stop')}
          </Button>
        )}
        {record.failed > 0 && (
          <Button onClick={() => void saveFaulty()}>
            <Download size={14} aria-hidden />
            {t('contacts.import.faultyFile')}
          </Button>
        )}
        {hasEnded && (
          <>
            <Button onClick={() => void importer.dismiss()}>{t('contacts.import.another')}</Button>
            <Link
              to="/$project/contacts/{-$lead}"
              params={{ project: projectId }}
              className="px-2 py-2 font-semibold text-accent underline-offset-2 hover:underline"
            >
              {t('contacts.back')}
            </Link>
          </>
        )}
      </div>
      {stopping && (
        <Confirm
          title={t('contacts.import.stopTitle')}
          action={t('contacts.import.stop')}
          onClose={() => setStopping(false)}
          onConfirm={() => {
            setStopping(false);
            void importer.stop();
          }}
        >
          <p>{t('contacts.import.stopText', { done: number(done), left: number(total - done) })}</p>
        </Confirm>
      )}
    </Section>
  );

  /** The faulty lines as they were, with what is wrong: corrected, the file can be imported. */
  async function saveFaulty() {
    const { header, delimiter } = record;
    const faults = await importer.faults();
    const lines = faults.map(({ line, cells, faults: found = [], refusal }) => {
      const reason = [...found.map((fault) => faultWords(fault, header, t)), ...(refusal ? [refusal] : [])].join(' ');
      const padded = [...cells, ...Array.from({ length: Math.max(0, header.length - cells.length) }, () => '')];
      return csvLine([...padded, String(line), reason], delimiter);
    });
    const head = csvLine([...header, t('contacts.import.line'), t('contacts.import.fault')], delimiter);
    saveFile(new Blob(['\uFEFF', head, ...lines], { type: 'text/csv' }), `faulty-${record.fileName}`);
  }
}

/** Rate and time that is left, or what is waited for. */
function Pace({ snapshot, record }: { snapshot: ImportSnapshot; record: ImportRecord }) {
  const t = useTexts();
  const { number, duration } = useFormats();
  const now = useNow(1_000);
  const { isActive, waitingUntil, rate } = snapshot;
  if (record.status !== 'running') return null;
  if (!isActive) return <p className="text-ink-soft">{t('contacts.import.elsewhere')}</p>;
  if (waitingUntil !== undefined)
    return (
      <p className="text-warn">
        {t('contacts.import.waiting', { seconds: Math.max(0, Math.ceil((waitingUntil - now) / 1000)) })}
      </p>
    );
  if (!rate) return null;
  return (
    <p className="text-ink-soft">
      {t('contacts.import.pace', {
        rate: number(Math.round(rate)),
        left: duration(Math.ceil((record.total - record.done) / rate)),
      })}
    </p>
  );
}
