import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function SettingsScreen() {
  const t = useTexts();
  return <Page title={t('settings.title')}>{null}</Page>;
}
