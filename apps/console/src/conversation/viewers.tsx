import { useTexts } from '../app/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Hint } from '../ui/hint.tsx';
import type { Viewer } from './use-viewers.ts';

/** Pictures of the teammates who have the conversation open. */
export function Viewers({ viewers }: { viewers: readonly Viewer[] }) {
  const t = useTexts();
  if (viewers.length === 0) return null;
  const names = viewers.map(({ fullname }) => fullname).join(', ');
  return (
    <Hint text={t('conversation.viewers', { names })}>
      <button
        type="button"
        aria-label={t('conversation.viewers', { names })}
        className="flex shrink-0 -space-x-2 rounded-full rtl:space-x-reverse"
      >
        {viewers.slice(0, 3).map(({ user_id, fullname }) => (
          <Avatar key={user_id} id={user_id} small name={fullname} />
        ))}
      </button>
    </Hint>
  );
}

/** Which teammates are writing here now. */
export function Writers({ viewers }: { viewers: readonly Viewer[] }) {
  const t = useTexts();
  const namesOf = (state: Viewer['state']) =>
    viewers.filter((viewer) => viewer.state === state).map(({ fullname }) => fullname);
  const [replying, noting] = [namesOf('replying'), namesOf('noting')];
  const words = [
    replying.length > 0 && t('conversation.replying', { names: replying.join(', '), count: replying.length }),
    noting.length > 0 && t('conversation.noting', { names: noting.join(', '), count: noting.length }),
  ].filter(Boolean);
  return (
    <p aria-live="polite" className="px-4 text-small font-semibold text-warn empty:hidden">
      {words.join(' · ')}
    </p>
  );
}
