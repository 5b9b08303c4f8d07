import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function BotsScreen() {
  const t = useTexts();
  return <Page title={t('bots.title')}>{null}</Page>;
}
