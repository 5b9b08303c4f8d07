import type { ProjectView } from '@parley/sdk';

import { type ProjectBody, settingsBody } from './settings-body.ts';

/** Settings that hold a whole number, with their bounds. Source: contract 11 section 1. */
export const numberSettings = {
  max_agent_assigned_chat: { min: 0, max: 1000 },
  reassignment_delay: { min: 10, max: 86_400 },
  auto_close_bot_hours: { min: 0, max: 8760 },
  auto_close_agent_hours: { min: 0, max: 8760 },
  reopen_window_hours: { min: 0, max: 8760 },
  activity_retention_days: { min: 1, max: 3650 },
} as const;

/** Settings that are on or off. */
const switchSettings = [
  'chat_limit_on',
  'reassignment_on',
  'current_agent_my_chats_only',
  'private_media',
  'public_transcripts',
] as const;

export type NumberSetting = keyof typeof numberSettings;
export type SwitchSetting = (typeof switchSettings)[number];

/** Numbers are kept as typed; an empty one is not set. */
export type ProjectForm = { name: string } & Record<NumberSetting, string> & Record<SwitchSetting, boolean>;

const numberNames = Object.keys(numberSettings) as NumberSetting[];

export function formOfProject({ name, settings }: ProjectView): ProjectForm {
  const numbers = numberNames.map((key) => [key, typeof settings[key] === 'number' ? String(settings[key]) : '']);
  const switches = switchSettings.map((key) => [key, settings[key] === true]);
  return { name, ...Object.fromEntries([...numbers, ...switches]) };
}

export function bodyOfProject({ name, ...changes }: Partial<ProjectForm>, project: ProjectView): ProjectBody {
  const settings = Object.entries(changes).map(([key, value]) => [
    key,
    typeof value !== 'string' ? value : value.trim() === '' ? undefined : Number(value),
  ]);
  return { ...(name !== undefined && { name }), ...settingsBody(Object.fromEntries(settings), project) };
}
