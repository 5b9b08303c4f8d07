import { lazyPart } from '../app/lazy-part.tsx';
import { useTexts } from '../app/texts.tsx';
import { Section } from '../ui/page.tsx';

const KeyList = lazyPart('actions', async () => (await import('../keyboard/key-list.tsx')).KeyList);

/** What the keys do, and whether single letters do something. */
export function KeyboardTab() {
  const t = useTexts();
  return (
    <Section title={t('account.keyboard')} help={t('account.keyboardHelp')}>
      <KeyList />
    </Section>
  );
}
