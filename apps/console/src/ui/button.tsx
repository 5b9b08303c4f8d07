import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';

import { classes } from './classes.ts';
import { Hint } from './hint.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'disabled'> {
  look?: Look;
  small?: boolean;
  /** Why it cannot be pressed now: the button stays in the order of the keyboard and says so. */
  refusal?: string | undefined;
  pending?: boolean;
}

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-paper text-ink border-control hover:bg-hover',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-hover',
  danger: 'bg-paper text-bad border-bad hover:bg-bad-soft',
};

export function Button(props: ButtonProps) {
  const { look = 'secondary', small, refusal, pending, children, onClick, ...rest } = props;
  const refused = refusal !== undefined || pending === true;
  const button = (
    <BaseButton
      type="button"
      {...rest}
      aria-disabled={refused || undefined}
      aria-description={refusal}
      aria-busy={pending || undefined}
      {...(!refused && onClick && { onClick })}
      {...(refused && { onClick: (event: { preventDefault(): void }) => event.preventDefault() })}
      className={classes(
        'inline-flex items-center justify-center gap-1.5 rounded-box border font-semibold whitespace-nowrap select-none',
        'aria-disabled:opacity-55 aria-disabled:cursor-not-allowed transition-colors',
        small ? 'h-7 px-2 text-small' : 'h-9 px-3 text-base',
        looks[look],
      )}
    >
      {children}
    </BaseButton>
  );
  // Where it may be refused the hint always stands around it: a click is lost on a button that is made again under the pointer.
  return 'refusal' in props ? (
    <Hint text={refusal} stays>
      {button}
    </Hint>
  ) : (
    button
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'look' | 'small'> {
  /** What it does: its name for everybody. */
  label: string;
  children: ReactNode;
  pressed?: boolean;
  /** The keys that do the same. */
  keys?: string;
}

export function IconButton({ label, children, refusal, pressed, keys, onClick, ...rest }: IconButtonProps) {
  return (
    <Hint text={refusal ?? label} stays={refusal !== undefined} {...(keys && { keys })}>
      <BaseButton
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={refusal !== undefined || undefined}
        aria-description={refusal}
        {...(refusal === undefined && onClick && { onClick })}
        className={classes(
          'inline-flex size-8 shrink-0 items-center justify-center rounded-box text-ink-soft transition-colors hover:bg-hover hover:text-ink',
          'aria-disabled:opacity-50 aria-disabled:cursor-not-allowed aria-pressed:bg-accent-soft aria-pressed:text-accent',
        )}
      >
        {children}
      </BaseButton>
    </Hint>
  );
}
