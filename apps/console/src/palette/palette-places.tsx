import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { Inbox, type LucideIcon, Settings, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';

import { loadTexts } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { contactName } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { placeOf, readPlace, viewKinds } from '../inbox/views.ts';
import { useDepartments, viewIcons } from '../inbox/views-column.tsx';
import { useSettingsPlaces } from '../settings/subjects.ts';
import type { KeyedPlace } from './keyed-place.ts';
import { pathsOfPage, recentPlaces } from './recent-paths.ts';

/** Somewhere to go. */
export interface PalettePlace {
  key: string;
  title: string;
  /** What it is part of. */
  text?: string | undefined;
  icon: ReactNode;
  /** Its address, below the project's. */
  path: string;
  go: () => void;
}

const teamPlaces = [
  { to: '/$project/team/people', word: 'team.people' },
  { to: '/$project/team/groups', word: 'team.groups' },
  { to: '/$project/team/departments', word: 'team.departments' },
] as const;

const drawn = (Icon: LucideIcon) => <Icon size={16} aria-hidden />;
const pathOf = (to: NonNullable<LinkProps['to']>) => to.replace('/$project/', '').replace(/\/(?:\$|\{.*)$/, '');

/** Screens that the person may open, views of the inbox, and parts of the settings and the team. @param screens those of the rail */
export function usePlaces(screens: readonly KeyedPlace[]): PalettePlace[] {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId } = useWorkplace();
  const departments = useDepartments();
  const settings = useSettingsPlaces();
  const hasTexts = usePartTexts();
  const toInbox = (place: Parameters<typeof placeOf>[0], title: string, icon: ReactNode): PalettePlace => {
    const _splat = placeOf(place);
    return {
      ...{ key: `inbox/${_splat}`, path: `inbox/${_splat}`, title, icon, text: t('nav.inbox') },
      go: () => void navigate({ to: '/$project/inbox/$', params: { project: projectId, _splat } }),
    };
  };
  const parts = [
    ...settings.map((place) => ({ ...place, of: t('nav.settings'), icon: drawn(Settings) })),
    ...teamPlaces.map((place) => ({ ...place, of: t('nav.team'), icon: drawn(UsersRound) })),
  ];
  return [
    ...viewKinds.map((kind) => toInbox({ view: { kind } }, t(`inbox.view.${kind}`), drawn(viewIcons[kind]))),
    ...departments.map(({ _id, name }) => toInbox({ view: { kind: 'department', id: _id } }, name, drawn(Inbox))),
    ...screens.map(({ to, title, icon, go }) => ({ key: pathOf(to), path: pathOf(to), title, icon: drawn(icon), go })),
    ...(hasTexts ? parts : []).map(({ to, word, icon, of }) => ({
      ...{ key: pathOf(to), path: pathOf(to), title: t(word), text: of, icon },
      go: () =>
        void navigate({
          to,
          params: { project: projectId, policy: undefined, mailbox: undefined, macro: undefined, rule: undefined },
        }),
    })),
  ];
}

/** Places and conversations that the page had open before. */
export function useRecentPlaces(places: readonly PalettePlace[]): PalettePlace[] {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId, threads } = useWorkplace();
  const conversationAt = (path: string): PalettePlace | undefined => {
    const [, _splat = ''] = /^inbox\/(.*)$/.exec(path) ?? [];
    const requestId = readPlace(_splat)?.requestId;
    const request = requestId && (threads.open(requestId).state().request as InboxRow | undefined);
    if (!request) return undefined;
    return {
      ...{ key: requestId, path, title: contactName(request, t), icon: drawn(Inbox) },
      text: [t('palette.conversation'), request.subject || request.first_text].filter(Boolean).join(' · '),
      go: () => void navigate({ to: '/$project/inbox/$', params: { project: projectId, _splat } }),
    };
  };
  return recentPlaces(
    pathsOfPage(),
    projectId,
    (path) =>
      places.find((place) => place.path === path) ??
      conversationAt(path) ??
      // Of a screen with parts of its own, the screen.
      places.find((place) => path.startsWith(`${place.path}/`) && !path.startsWith('inbox/')),
  );
}

/** Whether the names of the parts have come; without them the places of the rail are there. */
function usePartTexts(): boolean {
  const { i18n } = useLingui();
  const { isSuccess } = useQuery({
    queryKey: ['texts', i18n.locale, 'settings', 'team'],
    queryFn: async () => {
      await loadTexts(i18n, 'settings', 'team');
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return isSuccess;
}
