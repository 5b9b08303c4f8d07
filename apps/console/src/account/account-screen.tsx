import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function AccountScreen() {
  const t = useTexts();
  return <Page title={t('account.title')}>{null}</Page>;
}
