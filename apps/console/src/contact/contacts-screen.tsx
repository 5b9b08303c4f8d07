import { useParams, useSearch } from '@tanstack/react-router';

import { readContactFilter } from './contact-filter.ts';
import { ContactList } from './contact-list.tsx';
import { ContactPage } from './contact-page.tsx';
import { ErasurePage } from './erasure-page.tsx';

const from = '/person/$project/contacts/{-$lead}';

export function ContactsScreen() {
  const { lead } = useParams({ from });
  const { erasure, ...search } = useSearch({ from });
  const filter = readContactFilter(search);
  if (erasure) return <ErasurePage id={erasure} />;
  return lead ? <ContactPage key={lead} id={lead} filter={filter} /> : <ContactList filter={filter} />;
}
