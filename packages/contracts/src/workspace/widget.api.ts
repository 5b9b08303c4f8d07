import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, PathId, Timestamp, text } from '../fields.ts';
import { ResolvedLabelsView } from './label.views.ts';
import { PublicDepartmentView } from './views.ts';

/** What a widget starts with. Everybody may read it: no member is added without a look at contract 11, 'Must hold' 15. */
export const WidgetSettingsView = z.object({
  project: z.object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    widget: z.record(z.string(), z.unknown()),
    settings: z.object({
      allowed_urls: z.unknown().optional(),
      allowed_urls_list: z.unknown().optional(),
      allow_send_emoji: z.unknown().optional(),
      allowed_upload_extentions: z.unknown().optional(),
    }),
  }),
  /** Who is available now, by user id; empty when the project is closed. */
  user_available: z.array(z.object({ id: z.string(), firstname: z.string(), avatar: z.string().optional() })),
  departments: z.array(PublicDepartmentView),
  /** The caller's address. */
  ip: z.string(),
  /** Of living bots: when to open the widget, or to say something, by itself. */
  botsRules: z.array(z.unknown()),
  /** By the operating hours. `next_change_at`: within 14 days. */
  open: z.object({ isopen: z.boolean(), next_change_at: Timestamp.optional(), timezone: z.string().optional() }),
  /** What visitors may upload, to show them beforehand; the media service judges by content. */
  uploads: z.object({ maxBytes: z.number().int(), types: z.array(z.string()) }),
  /** With `lang`. */
  labels: ResolvedLabelsView.pick({ lang: true, data: true }).optional(),
});
export type WidgetSettingsView = z.output<typeof WidgetSettingsView>;

/** Source: contract 11 section 12. */
export const widgetApi = defineApi('workspace', {
  getWidgetSettings: {
    right: 'none',
    method: 'get',
    path: '/v3/:id_project/widgets',
    role: 'public',
    revalidated: true,
    params: z.object({ id_project: PathId }),
    // Browsers supply it; one that is no language gets the project's default.
    query: z.object({ lang: maybe(text(255)) }),
    response: WidgetSettingsView,
    errors: ['project_not_found', 'origin_not_allowed'],
    summary: 'Get what a widget needs to start',
    tag: 'Widget',
  },
});
