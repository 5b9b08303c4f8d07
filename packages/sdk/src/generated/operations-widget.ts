// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { CallCode } from './errors.ts';
import type { WidgetSettingsView } from './types.ts';

export type GetWidgetSettingsParams = { id_project?: string } & {
  lang?: string | null;
};

/**
 * Get what a widget needs to start.
 *
 * Public. Codes: `project_not_found`, `origin_not_allowed`.
 *
 * @example await getWidgetSettings(parley);
 */
export const getWidgetSettings: Operation<GetWidgetSettingsParams, WidgetSettingsView, CallCode | 'project_not_found' | 'origin_not_allowed' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getWidgetSettings', 'GET widgets');
