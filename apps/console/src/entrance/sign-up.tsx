import { EntrancePage } from '../app/sign-in.tsx';
import { useTexts } from '../app/texts.tsx';

export function SignUpPage() {
  const t = useTexts();
  return <EntrancePage title={t('signup.title')}>{null}</EntrancePage>;
}
