import { useSyncExternalStore } from 'react';

import type { MessageId } from '../app/language.ts';
import { onPreferences, preferences, setPreferences } from '../app/preferences.ts';
import { useTexts } from '../app/texts.tsx';
import { CheckField } from '../ui/controls.tsx';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
const mod = isMac ? '⌘' : 'Ctrl';

/** Source: contract 80 section 4.2. */
const groups: readonly [title: MessageId, keys: readonly [keys: string, does: MessageId][]][] = [
  [
    'keys.list',
    [
      ['j k', 'keys.next'],
      ['↓ ↑', 'keys.arrows'],
      ['Enter Esc', 'keys.open'],
      ['Space', 'keys.peek'],
      ['x', 'keys.select'],
      ['Shift+↓ Shift+↑', 'keys.extend'],
      ['/', 'keys.search'],
    ],
  ],
  [
    'keys.conversation',
    [
      ['r n', 'keys.reply'],
      ['e o', 'keys.close'],
      ['m a', 'keys.claim'],
      ['d t', 'keys.move'],
      ['u f', 'keys.unread'],
      ['s', 'snooze.title'],
      ['q 1 … 9', 'keys.macros'],
      ['z', 'keys.undo'],
      [`${mod}+Enter`, 'keys.send'],
      [`${mod}+Shift+Enter`, 'composer.sendAndClose'],
    ],
  ],
  [
    'keys.everywhere',
    [
      [`${mod}+K`, 'keys.palette'],
      ['c', 'start.title'],
      ['g i c b a t s', 'keys.go'],
      ['?', 'keys.help'],
    ],
  ],
];

/** All shortcuts, and the switch for those of single letters. */
export function KeyList() {
  const t = useTexts();
  const { singleKeys } = useSyncExternalStore(onPreferences, preferences);
  return (
    <div>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2 md:[&>:nth-child(2)]:row-span-2">
        {groups.map(([title, rows]) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">{t(title)}</h3>
            <dl>
              {rows.map(([keys, does]) => (
                <div key={keys} className="flex items-baseline justify-between gap-3 border-t border-line py-1">
                  <dt>{t(does)}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.split(' ').map((key) => (
                      <kbd key={key} className="rounded-box border border-control px-1.5 font-sans text-small">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-4">
        <CheckField
          label={t('keys.single')}
          checked={singleKeys}
          onChange={({ target }) => setPreferences({ singleKeys: target.checked })}
        />
      </div>
    </div>
  );
}
