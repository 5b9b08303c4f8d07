import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function ContactsScreen() {
  const t = useTexts();
  return <Page title={t('contacts.title')}>{null}</Page>;
}
