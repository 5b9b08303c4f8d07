import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

/** A screen that the person may open, with the letter that leads there behind `g`. */
export interface KeyedPlace {
  key: string;
  to: NonNullable<LinkProps['to']>;
  icon: LucideIcon;
  title: string;
  go: () => void;
}
