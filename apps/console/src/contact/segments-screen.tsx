import { useTexts } from '../app/texts.tsx';
import { Page } from '../ui/page.tsx';

export function SegmentsScreen() {
  const t = useTexts();
  return <Page title={t('segments.title')}>{null}</Page>;
}
