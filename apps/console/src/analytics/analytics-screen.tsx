import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function AnalyticsScreen() {
  const t = useTexts();
  return <Page title={t('analytics.title')}>{null}</Page>;
}
