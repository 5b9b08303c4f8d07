import { useSession } from '../app/session-context.tsx';
import { type Workplace, WorkplaceProvider } from '../app/workplace.tsx';
import { Page, tabLook } from '../ui/page.tsx';
import { KitControls } from './kit-controls.tsx';
import { KitConversation } from './kit-conversation.tsx';
import { KitOverlays } from './kit-overlays.tsx';
import { KitRows } from './kit-rows.tsx';
import { KitStates } from './kit-states.tsx';

/** Every primitive of the console in every state, to look at and to test. It makes no call. */
export function KitScreen() {
  const { parley } = useSession();
  // What the parts shown here use of a project.
  const workplace = {
    ...{ parley, me: 'ada' },
    outbox: { retry: ignore, discard: ignore },
    people: { nameOf: () => 'Ada Lovelace', pictureOf: ignore },
  } as unknown as Workplace;
  return (
    <WorkplaceProvider value={workplace}>
      <main id="content" className="relative top-(--view-top) flex h-(--view-height)">
        <Page
          title="Kit"
          tabs={['controls', 'states', 'overlays', 'rows', 'conversation'].map((part) => (
            <a key={part} href={`#${part}`} className={tabLook} aria-current={part === 'controls' ? 'page' : undefined}>
              {part}
            </a>
          ))}
        >
          <KitControls />
          <KitStates />
          <KitOverlays />
          <KitRows />
          <KitConversation />
        </Page>
      </main>
    </WorkplaceProvider>
  );
}

function ignore() {
  // Nothing is sent from here.
}
