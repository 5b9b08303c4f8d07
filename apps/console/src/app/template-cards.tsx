import { Link, type LinkProps } from '@tanstack/react-router';
import { useId } from 'react';

interface TemplateCardsProps<Name extends string> {
  title: string;
  names: readonly Name[];
  /** What a template is called, and what it does. */
  wordsOf: (name: Name) => { title: string; about: string };
  /** Of a record that begins empty. */
  blank: { title: string; about: string };
  /** The page of a new record. */
  page: Pick<LinkProps, 'to' | 'params'>;
}

/** What a new record may begin from. */
export function TemplateCards<Name extends string>(props: TemplateCardsProps<Name>) {
  const { title, names, wordsOf, blank, page } = props;
  const id = useId();
  const cards = [...names.map((name) => ({ ...wordsOf(name), from: name })), { ...blank, from: undefined }];
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {cards.map(({ from, title: name, about }) => (
          <Link
            key={from ?? ''}
            {...page}
            search={{ from }}
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
