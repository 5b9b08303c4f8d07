import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { PanelState } from './panel-state.ts';

export const StateContext = createContext<PanelState | undefined>(undefined);

/** @throws Error outside the panel */
export function usePanel(): PanelState {
  const state = useContext(StateContext);
  if (!state) throw new Error('There is no panel around this part.');
  return state;
}
