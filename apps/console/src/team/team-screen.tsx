import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function TeamScreen() {
  const t = useTexts();
  return <Page title={t('team.title')}>{null}</Page>;
}
