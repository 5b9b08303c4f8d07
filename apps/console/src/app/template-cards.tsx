import { Link, type LinkProps } from '@tanstack/react-router';
import { useId } from 'react';

interface TemplateCardsProps {
  title: string;
  cards: readonly { key: string; title: string; about: string; link: Pick<LinkProps, 'to' | 'params' | 'search'> }[];
}

/** What a new record may begin from. */
export function TemplateCards({ title, cards }: TemplateCardsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {cards.map(({ key, title: name, about, link }) => (
          <Link
            key={key}
            {...link}
            className="flex flex-col gap-1 rounded-box border border-line p-3 text-start hover:bg-hover"
          >
            <span className="font-semibold text-accent">{name}</span>
            <span className="text-small text-ink-soft">{about}</span>
          </Link>
        ))}
      </div>
    </section>
  );
}
