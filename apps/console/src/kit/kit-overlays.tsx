import { Archive, Ellipsis, Trash2, UserRound } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

import { Refused } from '../app/problem.ts';
import { EmojiButton } from '../conversation/emoji-button.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, inputLook } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx';
import { narrowed, Picker } from '../ui/picker.tsx';
import { toast } from '../ui/toasts.tsx';
import { KitPart, Specimens } from './specimens.tsx';

const ignore = () => undefined;

/** What each button opens. */
const dialogs: Readonly<Record<string, (onClose: () => void) => ReactNode>> = {
  Dialog: (onClose) => (
    <Dialog open title="Dialog" onClose={onClose} closeLabel="Close" actions={<Button onClick={onClose}>Close</Button>}>
      What it says.
    </Dialog>
  ),
  'Wide dialog': (onClose) => (
    <Dialog open wide title="Wide dialog" onClose={onClose} closeLabel="Close">
      What it says, with more room for it.
    </Dialog>
  ),
  'Form dialog': (onClose) => (
    <FormDialog
      title="Form dialog"
      onClose={onClose}
      onSubmit={ignore}
      pending={false}
      error={new Error('The line was cut.')}
    >
      <Field label="Name of the tag" problem="It is taken." defaultValue="billing" />
    </FormDialog>
  ),
  'Pending form': (onClose) => (
    <FormDialog title="Pending form" onClose={onClose} onSubmit={ignore} pending error={null}>
      <Field label="Name of the tag" defaultValue="billing" />
    </FormDialog>
  ),
  Confirmation: (onClose) => (
    <Confirm
      title="Confirmation"
      action="Delete the project"
      words="Demo shop"
      error={new Refused('The project could not be deleted.')}
      onConfirm={onClose}
      onClose={onClose}
    >
      It deletes the project and its 12 conversations.
    </Confirm>
  ),
  Picker: (onClose) => (
    <Picker
      title="Picker"
      hint="Search teammates"
      closeLabel="Close"
      none="None of the team"
      onClose={onClose}
      options={(words) => narrowed(people, words)}
    />
  ),
};

const people = [
  { key: 'ada', title: 'Ada Lovelace', text: '2 of 4 conversations', icon: <UserRound size={16} />, pick: ignore },
  { key: 'linus', title: 'Linus', refusal: 'Not available', icon: <UserRound size={16} />, pick: ignore },
  { key: 'grace', title: 'Grace', pick: ignore },
];

export function KitOverlays() {
  const [open, setOpen] = useState<string>();
  const [theme, setTheme] = useState('light');
  const [shown, setShown] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  return (
    <KitPart id="overlays" title="Overlays">
      <Specimens title="Dialogs">
        {Object.keys(dialogs).map((name) => (
          <Button key={name} onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
      </Specimens>
      <Specimens title="Menu and popover">
        <Menu trigger={<Button>Menu</Button>}>
          <MenuItem icon={<Archive size={16} aria-hidden />} onSelect={ignore}>
            Close conversation
          </MenuItem>
          <MenuItem onSelect={ignore} refusal="It is closed already.">
            Reopen
          </MenuItem>
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={ignore}>
            Delete
          </MenuItem>
          <MenuLine />
          <MenuChoice
            value={theme}
            onChange={setTheme}
            choices={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <MenuLine />
          <MenuCheck checked={shown} onChange={setShown}>
            Show the e-mail address
          </MenuCheck>
        </Menu>
        <Menu
          align="end"
          trigger={
            <Button aria-label="Menu at the end">
              <Ellipsis size={16} aria-hidden />
            </Button>
          }
        >
          <MenuItem onSelect={ignore}>Rename</MenuItem>
        </Menu>
        <div className="flex items-center gap-2">
          <input ref={field} aria-label="Emoji go here" className={inputLook} />
          <EmojiButton field={field} onPick={(emoji) => field.current?.setRangeText(emoji)} />
        </div>
      </Specimens>
      <Specimens title="Toasts">
        <Button onClick={() => toast.add({ title: 'Saved' })}>Toast</Button>
        <Button
          onClick={() =>
            toast.add({ title: 'The conversation is closed', actionProps: { children: 'Undo', onClick: ignore } })
          }
        >
          Toast with an action
        </Button>
      </Specimens>
      {open && dialogs[open]?.(() => setOpen(undefined))}
    </KitPart>
  );
}
