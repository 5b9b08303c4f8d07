import { exportLeads, exportSubject, type LeadRecordView } from '@parley/sdk';
import { useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { DownloadProgress } from '../transfer/download-progress.tsx';
import { CsvCounter, SubjectExportCounter } from '../transfer/row-counters.ts';
import { useDownload } from '../transfer/use-download.ts';
import { CheckField } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { nameOfContact } from './contact-fields.ts';
import { type ContactFilter, leadParameters } from './contact-filter.ts';

interface ExportDialogProps {
  filter: ContactFilter;
  /** Contacts that the filter has, once known. */
  count: number | undefined;
  onClose: () => void;
}

/** The contacts of a list as CSV. */
export function ExportDialog({ filter, count, onClose }: ExportDialogProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { state, start, stop } = useDownload();
  const [withAttributes, setWithAttributes] = useState(true);
  return (
    <Dialog open title={t('contacts.export')} onClose={onClose} closeLabel={t('state.close')}>
      <div className="flex flex-col gap-3">
        {count !== undefined && <p>{t('contacts.export.what', { count })}</p>}
        <CheckField
          label={t('contacts.export.attributes')}
          help={t('contacts.export.attributesHelp')}
          checked={withAttributes}
          disabled={state.status === 'running'}
          onChange={({ target }) => setWithAttributes(target.checked)}
        />
        <DownloadProgress
          state={state}
          count={count}
          startLabel={t('contacts.export')}
          onStop={stop}
          onStart={() =>
            void start({
              name: 'contacts.csv',
              type: 'text/csv',
              counter: new CsvCounter(),
              open: (signal) =>
                exportLeads(
                  parley,
                  // The contacts that the list shows: without a status those of visitors who never wrote are among them.
                  { status: '100', ...leadParameters(filter), ...(withAttributes && { attributes: 'true' }) },
                  { signal },
                ),
            })
          }
        />
      </div>
    </Dialog>
  );
}

/** Everything that is held of the person behind a contact. */
export function SubjectExportDialog({ lead, onClose }: { lead: LeadRecordView; onClose: () => void }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { state, start, stop } = useDownload();
  return (
    <Dialog open title={t('contacts.subject.export')} onClose={onClose} closeLabel={t('state.close')}>
      <div className="flex flex-col gap-3">
        <p>{t('contacts.subject.what', { name: nameOfContact(lead) })}</p>
        <DownloadProgress
          state={state}
          startLabel={t('contacts.subject.export')}
          onStop={stop}
          onStart={() =>
            void start({
              name: `contact-${lead._id}.ndjson`,
              type: 'application/x-ndjson',
              counter: new SubjectExportCounter(),
              open: (signal) => exportSubject(parley, { lead: lead._id }, { signal }),
            })
          }
        />
      </div>
    </Dialog>
  );
}
