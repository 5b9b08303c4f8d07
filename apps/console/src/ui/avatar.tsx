import { classes } from './classes.ts';
import { faceOf } from './face.ts';

interface AvatarProps {
  name: string | undefined;
  picture?: string | undefined;
  /** Of the person: gives the colour, which stays when the name changes. Without one, the name does. */
  id?: string | undefined;
  small?: boolean;
  /** Within a line of small text: one letter. */
  tiny?: boolean;
  large?: boolean;
  /** The presence of a teammate: a dot, and its word for screen readers. */
  presence?: { online: boolean; word: string };
}

/** A person's picture, or the first letters of their name. Decoration: the name stands beside it. */
export function Avatar({ name, picture, id, small, tiny, large, presence }: AvatarProps) {
  const size = tiny
    ? 'size-4 text-[0.5625rem]'
    : small
      ? 'size-6 text-small'
      : large
        ? 'size-16 text-heading'
        : 'size-9 text-base';
  return (
    <span className="relative inline-flex shrink-0">
      {picture ? (
        <img src={picture} alt="" loading="lazy" className={classes('rounded-full object-cover', size)} />
      ) : (
        // Drawn by the style, as a picture is: as text, they would be a visible label that differs from the name of a button around them.
        <span
          aria-hidden
          data-face={faceOf(id ?? name ?? '')}
          data-initials={tiny ? initials(name).slice(0, 1) : initials(name)}
          className={classes(
            'inline-flex items-center justify-center rounded-full border border-transparent font-semibold before:content-[attr(data-initials)]',
            size,
          )}
        />
      )}
      {presence && (
        <span
          className={classes(
            'absolute -end-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-paper',
            presence.online ? 'bg-good' : 'bg-control',
          )}
        >
          <span className="sr-only">{presence.word}</span>
        </span>
      )}
    </span>
  );
}

function initials(name: string | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
