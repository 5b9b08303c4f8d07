import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function ActivityScreen() {
  const t = useTexts();
  return <Page title={t('activity.title')}>{null}</Page>;
}
