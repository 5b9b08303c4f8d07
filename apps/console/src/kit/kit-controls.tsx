import { Bell, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckField, SelectField, TextArea } from '../ui/controls.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Field } from '../ui/field.tsx';
import { Hint } from '../ui/hint.tsx';
import { Section } from '../ui/page.tsx';
import { Progress } from '../ui/progress.tsx';
import { Table } from '../ui/table.tsx';
import { Column, KitPart, Specimens } from './specimens.tsx';

const looks = ['primary', 'secondary', 'quiet', 'danger'] as const;
const refusal = 'Only an owner may do this.';
const picture = new URL('../app/icon.svg', import.meta.url).href;

export function KitControls() {
  const [starred, setStarred] = useState(true);
  return (
    <KitPart id="controls" title="Controls">
      <Specimens title="Text">
        <p className="text-heading font-semibold">Heading</p>
        <p className="text-title font-semibold">Title</p>
        <p>Text</p>
        <p className="text-ink-soft">Soft text</p>
        <p className="text-small">Small text</p>
        <p className="text-accent">Accent</p>
        <p className="text-bad">Bad</p>
        <p className="text-good">Good</p>
        <p className="rounded-box bg-warn-soft px-2 py-1 text-warn">Warning</p>
        <p className="rounded-box bg-private px-2 py-1 text-private-ink">Private</p>
        <code className="font-mono text-small">Code</code>
      </Specimens>
      {looks.map((look) => (
        <Specimens key={look} title={`Button, ${look}`}>
          <Button look={look}>Save changes</Button>
          <Button look={look}>
            <Trash2 size={14} aria-hidden />
            With an icon
          </Button>
          <Button look={look} pending>
            Pending
          </Button>
          <Button look={look} refusal={refusal}>
            Refused
          </Button>
          <Button look={look} small>
            Small
          </Button>
          <Button look={look} small refusal={refusal}>
            Small, refused
          </Button>
        </Specimens>
      ))}
      <Specimens title="Icon button">
        <IconButton label="Notifications">
          <Bell size={16} aria-hidden />
        </IconButton>
        <IconButton label="Starred" pressed={starred} keys="s" onClick={() => setStarred(!starred)}>
          <Star size={16} aria-hidden />
        </IconButton>
        <IconButton label="Delete" refusal={refusal}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </Specimens>
      <Specimens title="Hint">
        <Hint text="Said on hover and focus" keys="g i">
          <Button>With keys</Button>
        </Hint>
        <Hint text={undefined}>
          <Button>Without a hint</Button>
        </Hint>
      </Specimens>
      <Specimens title="Fields">
        <Column>
          <Field label="Name" defaultValue="Vera Weiss" />
          <Field label="E-mail address" type="email" placeholder="vera@example.com" help="Where answers go." />
          <Field label="Name of the shop" defaultValue="x" problem="It needs at least two letters." />
          <Field label="Number" defaultValue="P-4711" disabled help="It cannot be changed." />
        </Column>
        <Column>
          <SelectField label="Priority" choices={choices} help="High ones stand first." />
          <SelectField label="Country" choices={choices} problem="Choose one." />
          <SelectField label="Zone" choices={choices} disabled />
          <CheckField label="Follow the conversation" help="You are notified of each message." defaultChecked />
          <CheckField label="I agree" problem="It cannot go on without." />
          <CheckField label="Open on Sundays" disabled />
        </Column>
        <Column>
          <TextArea label="Text" defaultValue={'Thank you for writing.\nWe answer within a day.'} help="Plain text." />
          <TextArea label="Reason" problem="Say why." />
        </Column>
      </Specimens>
      <Specimens title="Avatars">
        <Avatar name="Vera Weiss" />
        <Avatar name="Ada" small />
        <Avatar name={undefined} />
        <Avatar name="Ada Lovelace" large />
        <Avatar name="Parley" picture={picture} />
        <Avatar name="Ada Lovelace" presence={{ online: true, word: 'online' }} />
        <Avatar name="Linus" presence={{ online: false, word: 'offline' }} />
      </Specimens>
      <Specimens title="Progress">
        <Column>
          <Progress label="Import" value={120} max={200} />
          <Progress label="Export" value={0} />
        </Column>
      </Specimens>
      <CopyText text='<script async src="https://parley.example/widget.js"></script>' />
      <Section title="Section" help="A group of settings with its own title.">
        <p>What stands in it.</p>
      </Section>
      <Table
        label="People"
        keyOf={({ name }) => name}
        rows={[
          { name: 'Ada Lovelace', role: 'owner', state: 'active', open: 4 },
          { name: 'Linus', role: 'agent', state: 'disabled', open: 12 },
        ]}
        columns={[
          { id: 'name', title: 'Name', cell: ({ name }) => name },
          { id: 'role', title: 'Role', cell: ({ role }) => role, onlyWide: true },
          { id: 'state', title: 'State', cell: ({ state }) => state, folds: true },
          { id: 'open', title: 'Open', cell: ({ open }) => open, isNumber: true },
        ]}
      />
    </KitPart>
  );
}

const choices = [
  { value: 'low', label: 'Low' },
  { value: 'high', label: 'High' },
];
