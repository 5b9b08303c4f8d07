import { LabelData } from '@parley/contracts';

import { htmlFault } from '../label/label-html.ts';
import { shippedFor, shippedLanguages } from './shipped-labels.ts';

const keys = `LABEL_PLACEHOLDER LABEL_START_NW_CONV LABEL_FIRST_MSG LABEL_FIRST_MSG_NO_AGENTS
  LABEL_FIRST_MSG_OPERATING_HOURS_CLOSED LABEL_WHATSAPP LABEL_SELECT_TOPIC LABEL_COMPLETE_FORM LABEL_FIELD_NAME
  LABEL_ERROR_FIELD_NAME LABEL_FIELD_EMAIL LABEL_ERROR_FIELD_EMAIL LABEL_ERROR_FIELD_REQUIRED LABEL_WRITING
  LABEL_SEND_NEW_MESSAGE AGENT_NOT_AVAILABLE AGENT_AVAILABLE GUEST_LABEL ALL_AGENTS_OFFLINE_LABEL LABEL_LOADING
  CALLOUT_TITLE_PLACEHOLDER CALLOUT_MSG_PLACEHOLDER CUSTOMER_SATISFACTION YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE
  DOWNLOAD_TRANSCRIPT BACK CONTINUE YOUR_RATING WRITE_YOUR_OPINION SUBMIT THANK_YOU_FOR_YOUR_EVALUATION
  YOUR_RATING_HAS_BEEN_RECEIVED ALERT_LEAVE_CHAT YES NO BUTTON_CLOSE_TO_ICON BUTTON_EDIT_PROFILE RATE_CHAT WELCOME_TITLE
  WELCOME_MSG WELCOME OPTIONS SOUND_OFF SOUND_ON LOGOUT CLOSE RESTART PREV_CONVERSATIONS YOU SHOW_ALL_CONV
  START_A_CONVERSATION NO_CONVERSATION SEE_PREVIOUS WAITING_TIME_FOUND WAITING_TIME_NOT_FOUND CLOSED CLOSE_CHAT MINIMIZE
  MAXIMIZE CONFIRM_CLOSE_CHAT INFO_SUPPORT_USER_ADDED_SUBJECT INFO_SUPPORT_USER_ADDED_YOU_VERB
  INFO_SUPPORT_USER_ADDED_COMPLEMENT INFO_SUPPORT_USER_ADDED_VERB INFO_SUPPORT_CHAT_REOPENED INFO_SUPPORT_CHAT_CLOSED
  INFO_SUPPORT_LEAD_UPDATED INFO_SUPPORT_MEMBER_LEFT_GROUP INFO_SUPPORT_MEMBER_ABANDONED_GROUP
  INFO_A_NEW_SUPPORT_REQUEST_HAS_BEEN_ASSIGNED_TO_YOU LABEL_PRECHAT_USER_FULLNAME LABEL_PRECHAT_USER_EMAIL
  LABEL_PRECHAT_USER_EMAIL_ERROR LABEL_PRECHAT_USER_PHONE LABEL_PRECHAT_USER_PHONE_ERROR LABEL_PRECHAT_FIRST_MESSAGE
  LABEL_PRECHAT_STATIC_TERMS_PRIVACY LABEL_PRECHAT_ACCEPT_TERMS_PRIVACY PRECHAT_REQUIRED_ERROR TICKET_TAKING LABEL_TODAY
  LABEL_TOMORROW LABEL_LAST_ACCESS LABEL_TO ARRAY_DAYS SENT_AN_ATTACHMENT SENT_AN_IMAGE LABEL_PREVIEW SWITCH_TO
  MAX_ATTACHMENT MAX_ATTACHMENT_ERROR EMOJI`.split(/\s+/);

/** Placeholders and markup, which every translation must share. */
function partsOf(text: unknown): string[] {
  return [text].flat().flatMap((one) => String(one).match(/\$\w+|\$\{\w+\}|\{\{\w+\}\}|<[^>]*>/g) ?? []);
}

it('ships fifteen languages', () => {
  expect(keys).toHaveLength(92);
  expect(shippedLanguages.map(({ lang }) => lang)).toEqual([
    ...['EN', 'IT', 'FR', 'DE', 'ES', 'PT'],
    ...['AR', 'AZ', 'KK', 'RU', 'SR', 'SV', 'TR', 'UK', 'UZ'],
  ]);
});

describe.each(shippedLanguages)('$lang', ({ lang, data }) => {
  it('has exactly the keys of the contract, none of them empty', () => {
    expect(Object.keys(data).sort()).toEqual(keys.toSorted());
    const texts = Object.values(data).flat();
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('could be stored as a project’s own', () => {
    expect(LabelData.safeParse(data).error).toBeUndefined();
    expect(Object.values(data).flat().filter(htmlFault)).toEqual([]);
  });

  it('has the places that clients fill, links to terms and privacy, and seven different days', () => {
    expect(data.WAITING_TIME_FOUND).toContain('$reply_time');
    expect(data.MAX_ATTACHMENT).toContain('{{file_size_limit}}');
    expect(String(data.LABEL_PRECHAT_STATIC_TERMS_PRIVACY).match(/<a href="https:/g)).toHaveLength(2);
    expect(new Set(data.ARRAY_DAYS).size).toBe(7);
    expect(data.LABEL_TODAY).not.toBe(data.LABEL_TOMORROW);
  });

  it('has in each text the placeholders and the markup of the English one', () => {
    const english: Record<string, unknown> = shippedFor('EN')?.data ?? {};
    for (const key of keys) expect([key, ...partsOf(data[key])]).toEqual([key, ...partsOf(english[key])]);
  });

  it('is a translation: few texts are the same in English', () => {
    const english: Record<string, unknown> = shippedFor('EN')?.data ?? {};
    const same = keys.filter((key) => lang !== 'EN' && data[key] === english[key]);
    expect(same.length).toBeLessThan(10);
  });
});

it('finds a language exactly or by its first part', () => {
  expect(['IT', 'PT-BR', 'DE_CH', 'ITA', 'XX'].map((language) => shippedFor(language)?.lang)).toEqual([
    ...['IT', 'PT', 'DE'],
    ...[undefined, undefined],
  ]);
});
