import { useTexts } from '../app/texts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { KeyList } from './key-list.tsx';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open onClose={onClose} title={t('keys.title')} closeLabel={t('state.close')} wide>
      <KeyList />
    </Dialog>
  );
}
