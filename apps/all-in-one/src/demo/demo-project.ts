import type { DemoClient } from './demo-client.ts';
import type { DemoAgent, DemoDepartment } from './open-conversations.ts';

/** One who is signed in. */
export interface DemoPerson {
  id: string;
  token: string;
}
export type DemoTeam = Record<DemoAgent, DemoPerson>;

/** What conversations refer to. */
export interface DemoProject {
  api: DemoClient;
  id: string;
  team: DemoTeam;
  /** Their ids, by name. */
  departments: Record<DemoDepartment, string>;
  /** Id of the bot. */
  bot: string;
}
