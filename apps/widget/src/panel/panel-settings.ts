import { type Kinds, text, yesOrNo } from '../loader/kinds.ts';
import type { FormSettings } from '../visit/fields.ts';

/** The settings that the panel uses. Source: contract 81 section 2. */
export interface PanelSettings extends FormSettings {
  logoChat: string | undefined;
  nativeRating: boolean;
  sound: boolean;
  attachments: boolean;
  emoji: boolean;
  /** Fixed department. */
  department: string | undefined;
  /** Number of unread messages before the page's title. */
  title: boolean;
  /** `sourcePage` with query and fragment. */
  fullUrl: boolean;
  /** On phones, the back button closes the panel. */
  history: boolean;
}

export const panelKinds: Kinds<PanelSettings> = {
  logoChat: text(''),
  preChatForm: yesOrNo(false, ''),
  preChatFormCustomFieldsEnabled: yesOrNo(false, ''),
  preChatFormJson: {
    read: (value) => (Array.isArray(value) ? value.slice(0, 50) : undefined),
    default: [],
    attribute: '',
  },
  nativeRating: yesOrNo(true, ''),
  sound: yesOrNo(true),
  attachments: yesOrNo(true),
  emoji: yesOrNo(true),
  department: text(),
  title: yesOrNo(false),
  fullUrl: yesOrNo(false),
  history: yesOrNo(true),
};
