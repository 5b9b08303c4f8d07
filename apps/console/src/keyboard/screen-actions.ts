import { useEffect, useRef } from 'react';

/** Something that the screen can do now, for the palette. */
export interface ScreenAction {
  title: string;
  run: () => void;
}

const offered = new Set<{ current: readonly ScreenAction[] }>();

/** Actions of all parts of the screen. */
export function actionsOfScreen(): readonly ScreenAction[] {
  return [...offered].flatMap(({ current }) => current);
}

/** Offers actions for as long as the component is shown. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const newest = useRef(actions);
  newest.current = actions;
  useEffect(() => {
    offered.add(newest);
    return () => void offered.delete(newest);
  }, []);
}
