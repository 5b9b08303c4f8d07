import { useParams } from '@tanstack/react-router';

import { BotList } from './bot-list.tsx';
import { BotScreen } from './bot-screen.tsx';

/** The bots of the project, or one of them. */
export function BotsScreen() {
  const { id, tab } = useParams({ strict: false });
  return id ? <BotScreen key={id} id={id} tab={tab} /> : <BotList />;
}
