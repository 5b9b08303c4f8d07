/** The settings of a project that concern files. */
export interface ProjectRules {
  privateMedia: boolean;
  /** Types that guests and users may upload; absent: all accepted types. */
  visitorTypes?: string | undefined;
  /** The same for the team. */
  teamTypes?: string | undefined;
}

type JsonObject = Record<string, unknown>;

/** The widget's settings are part of the project's settings or of its attributes. */
export function rulesOf(settings: JsonObject = {}, ...widgetHolders: (JsonObject | undefined)[]): ProjectRules {
  const widgets = [settings, ...widgetHolders].map((holder) => objectAt(holder, 'widget'));
  return {
    privateMedia: settings.private_media === true,
    visitorTypes: widgets.map((widget) => textAt(widget, 'allowedUploadExtentions')).find((list) => list !== undefined),
    teamTypes: textAt(settings, 'allowed_upload_extentions'),
  };
}

function objectAt(holder: JsonObject | undefined, name: string): JsonObject {
  const value = holder?.[name];
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function textAt(holder: JsonObject, name: string): string | undefined {
  const value = holder[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
