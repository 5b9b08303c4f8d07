import { ShieldOff } from 'lucide-react';
import { ConnectionLine } from '../app/connection-bar.tsx';
import { FailureLine } from '../app/failure-bar.tsx';
import { ReleaseLine } from '../app/release-bar.tsx';
import { RowSkeletons } from '../inbox/list-panel.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Refusal, Skeleton } from '../ui/states.tsx';
import { Column, KitPart, Specimens } from './specimens.tsx';

export function KitStates() {
  return (
    <KitPart id="states" title="States">
      <div>
        <ConnectionLine lacks="network" queued={2} />
        <ConnectionLine lacks="socket" queued={0} />
        <ReleaseLine onReload={() => undefined} />
        <FailureLine
          problem={{
            msg: 'The conversation is closed; reopen it first.',
            code: 'request_closed',
            requestId: '0e1c-77',
          }}
          onClose={() => undefined}
        />
        <FailureLine
          problem={{
            msg: 'Too many calls; try again later.',
            code: 'rate_limited',
            requestId: '0e1c-79',
            retryAfter: 3600,
          }}
          onRetry={() => undefined}
          onClose={() => undefined}
        />
        <FailureLine
          pending
          problem={{ msg: 'Parley cannot be reached.' }}
          onRetry={() => undefined}
          onClose={() => undefined}
        />
      </div>
      <Specimens title="Loading">
        <Column>
          <Skeleton className="h-9" />
          <Skeleton className="h-16 w-3/5" />
        </Column>
        <Column>
          <div>
            <RowSkeletons />
          </div>
        </Column>
      </Specimens>
      <Specimens title="Empty">
        <Column>
          <Empty title="No contacts yet" action={<Button look="primary">New contact</Button>}>
            People who write to you become contacts.
          </Empty>
        </Column>
        <Column>
          <Empty icon={<ShieldOff size={28} strokeWidth={1.5} />} title="This is not open to you" />
        </Column>
      </Specimens>
      <Specimens title="Error">
        <Column>
          <Failure
            problem={{
              msg: 'The database is unavailable; try again shortly.',
              code: 'unavailable',
              requestId: '0e1c-77',
              retryAfter: 3600,
            }}
            onRetry={() => undefined}
          />
        </Column>
        <Column>
          <Failure problem={{ msg: 'There is no bot with this id.' }} />
          <Failure
            small
            problem={{ msg: 'The history cannot be read.', code: 'unavailable', requestId: '0e1c-78' }}
            onRetry={() => undefined}
          />
          <Refusal>The name is taken. Choose another one.</Refusal>
        </Column>
      </Specimens>
    </KitPart>
  );
}
