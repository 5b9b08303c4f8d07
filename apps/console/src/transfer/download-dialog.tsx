import { useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DownloadProgress } from './download-progress.tsx';
import { type Download, useDownload } from './use-download.ts';

/**
 * A download that has nothing to be chosen before: its dialog says how far it is, and how it ended. It ends with the dialog.
 * @param source is asked at each start
 * @param count rows that are expected, where that is known
 */
export function useDownloadDialog(title: string, source: () => Download, count?: number) {
  const t = useTexts();
  const { state, start, stop } = useDownload();
  const [isOpen, setOpen] = useState(false);
  const begin = () => {
    setOpen(true);
    void start(source());
  };
  function close() {
    stop();
    setOpen(false);
  }
  const dialog = isOpen && (
    <Dialog open title={title} closeLabel={t('state.close')} onClose={close}>
      <DownloadProgress state={state} count={count} startLabel={title} onStart={begin} onStop={stop} />
    </Dialog>
  );
  return { begin, dialog };
}
