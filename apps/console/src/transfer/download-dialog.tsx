import { useTexts } from '../app/texts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DownloadProgress } from './download-progress.tsx';
import type { useDownload } from './use-download.ts';

interface DownloadDialogProps {
  title: string;
  download: ReturnType<typeof useDownload>;
  /** Rows that are expected, where that is known. */
  count?: number | undefined;
  onStart: () => void;
  onClose: () => void;
}

/** A download that has nothing to be chosen before: how far it is, and how it ended. It ends with the dialog. */
export function DownloadDialog({ title, download: { state, stop }, count, onStart, onClose }: DownloadDialogProps) {
  const t = useTexts();
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('state.close')}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      <DownloadProgress state={state} count={count} startLabel={title} onStart={onStart} onStop={stop} />
    </Dialog>
  );
}
