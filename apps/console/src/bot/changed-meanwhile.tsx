import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';

/** Another person saved first: which fields differ, and whose version to go on with. Nothing is lost before the choice. */
export function ChangedMeanwhile({
  fields,
  onTheirs,
  onMine,
}: {
  fields: readonly string[];
  onTheirs: () => void;
  onMine: () => void;
}) {
  const t = useTexts();
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-box bg-warn-soft px-4 py-3">
      <p className="font-semibold">{t('bots.changedMeanwhile')}</p>
      <p>{t('bots.changedFields', { fields: fields.join(', ') })}</p>
      <div className="flex flex-wrap gap-2">
        <Button small onClick={onTheirs}>
          {t('bots.takeTheirs')}
        </Button>
        <Button small onClick={onMine}>
          {t('bots.keepMine')}
        </Button>
      </div>
    </div>
  );
}
