import type { ProjectView } from '@parley/sdk';

import { linesIn, type ProjectBody, settingsBody } from './settings-body.ts';

/** A field of the form before a conversation. Members that this screen does not edit are kept. Source: contract 81 section 3.2. */
export interface PreChatField {
  name: string;
  type: string;
  mandatory: boolean;
  /** A text, the key of a label, or texts by language. */
  label: unknown;
  options?: unknown;
  [member: string]: unknown;
}

const texts = {
  align: 'right',
  themeColor: '#1f4fd8',
  themeForegroundColor: '#ffffff',
  colorScheme: 'auto',
  logoChat: '',
  launcherText: '',
} as const;
const switches = {
  hideWhenClosed: false,
  nativeRating: true,
  sound: true,
  attachments: true,
  preChatForm: false,
} as const;

type WidgetText = keyof typeof texts;
export type WidgetSwitch = keyof typeof switches;

/** The widget’s settings as their form shows them; what is not set has its default. */
export type WidgetForm = Record<WidgetText, string> &
  Record<WidgetSwitch, boolean> & {
    /** Seconds until the callout; empty: never. */
    calloutTimer: string;
    /** None: name and e-mail address. */
    fields: readonly PreChatField[];
    emoji: boolean;
    allowedOnly: boolean;
    /** One a line. */
    sites: string;
  };

export function formOfWidget({ widget, settings }: ProjectView): WidgetForm {
  const own = (name: string, fallback: unknown) => (typeof widget[name] === typeof fallback ? widget[name] : fallback);
  const { calloutTimer, preChatFormCustomFieldsEnabled: hasFields, preChatFormJson } = widget;
  const list = settings.allowed_urls_list;
  return {
    ...(Object.fromEntries(
      Object.entries({ ...texts, ...switches }).map(([name, value]) => [name, own(name, value)]),
    ) as Record<WidgetText, string> & Record<WidgetSwitch, boolean>),
    calloutTimer: typeof calloutTimer === 'number' && calloutTimer >= 0 ? String(calloutTimer) : '',
    fields: hasFields === true && areFields(preChatFormJson) ? preChatFormJson : [],
    emoji: settings.allow_send_emoji !== false,
    allowedOnly: settings.allowed_urls === true,
    sites: Array.isArray(list) ? list.join('\n') : '',
  };
}

function areFields(value: unknown): value is PreChatField[] {
  return Array.isArray(value) && value.every((field) => typeof field === 'object' && typeof field?.name === 'string');
}

/** What to send: the whole `widget`, with members that the form does not know, and each setting by its key. */
export function bodyOfWidget(changes: Partial<WidgetForm>, project: ProjectView): ProjectBody {
  const { calloutTimer, fields, emoji, allowedOnly, sites, ...plain } = changes;
  const widget = {
    ...plain,
    ...(calloutTimer !== undefined && { calloutTimer: calloutTimer.trim() === '' ? -1 : Number(calloutTimer) }),
    ...(fields && { preChatFormCustomFieldsEnabled: fields.length > 0, preChatFormJson: fields }),
  };
  return {
    ...(Object.keys(widget).length > 0 && { widget: { ...project.widget, ...widget } }),
    ...settingsBody(
      {
        ...(emoji !== undefined && { allow_send_emoji: emoji }),
        ...(allowedOnly !== undefined && { allowed_urls: allowedOnly }),
        ...(sites !== undefined && { allowed_urls_list: linesIn(sites) }),
      },
      project,
    ),
  };
}
