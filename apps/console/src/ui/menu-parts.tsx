import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

import { classes } from './classes.ts';

/** What floats: menus, popovers, lists of a select. */
const floating =
  'max-h-(--available-height) min-w-44 overflow-y-auto rounded-box border border-line bg-paper py-1 text-base text-ink shadow-float outline-none';
const floatingItem =
  'flex min-h-8 cursor-default items-center gap-2 px-3 py-1 select-none data-highlighted:bg-hover data-disabled:opacity-50';

/** A menu that begins open. */
export function OpenMenu({
  trigger,
  children,
  align,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  align: 'start' | 'end';
}) {
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align={align} className="z-40">
          <BaseMenu.Popup className={floating}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  /** Why it cannot be chosen now. */
  refusal?: string | undefined;
}

export function MenuItem({ children, onSelect, icon, danger, refusal }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={refusal !== undefined}
      onClick={onSelect}
      className={classes(floatingItem, danger && 'text-bad')}
    >
      <span className={classes('flex size-4 items-center', !danger && 'text-ink-soft')}>{icon}</span>
      <span className="flex flex-col">
        {children}
        {refusal && <span className="text-small text-ink-soft">{refusal}</span>}
      </span>
    </BaseMenu.Item>
  );
}

export function MenuChoice({
  value,
  onChange,
  choices,
}: {
  value: string;
  onChange: (value: string) => void;
  choices: { value: string; label: ReactNode }[];
}) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <BaseMenu.RadioItem key={choice.value} value={choice.value} className={floatingItem}>
          <span className="flex size-4 items-center">
            <BaseMenu.RadioItemIndicator className="size-1.5 rounded-full bg-accent" />
          </span>
          {choice.label}
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

/** One of several that can be on at once; the menu stays open. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <BaseMenu.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick={false} className={floatingItem}>
      <span className="flex size-4 items-center">
        <BaseMenu.CheckboxItemIndicator>
          <Check size={14} aria-hidden />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      {children}
    </BaseMenu.CheckboxItem>
  );
}

export function MenuLine() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />;
}
