// Generated from packages/contracts by `npm run generate`. Do not edit.

/** Status of each code. */
export interface ErrorStatuses {
  /** This is not an email address. (422) */
  address_invalid: 422;
  /** Another mailbox has this address. (409) */
  address_taken: 409;
  /** Someone else already serves this request. (409) */
  already_claimed: 409;
  /** This person is already a teammate. (409) */
  already_teammate: 409;
  /** The Authorization header is malformed. (400) */
  authorization_malformed: 400;
  /** The frame is not JSON with a known action. (400) */
  bad_frame: 400;
  /** The project has no ban with this id. (404) */
  ban_not_found: 404;
  /** You are banned from this project. (403) */
  banned: 403;
  /** The body did not arrive in time; send it again. (408) */
  body_timeout: 408;
  /** The body is larger than the limit. (413) */
  body_too_large: 413;
  /** The bot has sent too many messages without a reply. (429) */
  bot_budget_exhausted: 429;
  /** This is a published copy and cannot be changed. (409) */
  bot_is_copy: 409;
  /** An external bot has no intents. (422) */
  bot_is_external: 422;
  /** There is no bot with this id in the project. (404) */
  bot_not_found: 404;
  /** The bot is in the trash; restore it first. (409) */
  bot_trashed: 409;
  /** The service is busy; try again shortly. (503) */
  busy: 503;
  /** There is no canned response with this id in the project. (404) */
  canned_not_found: 404;
  /** Teammates cannot be banned; remove or disable them. (422) */
  cannot_ban_teammate: 422;
  /** The teammate is at capacity. (409) */
  capacity_reached: 409;
  /** The channel accepts no free text until the customer writes again. (409) */
  channel_window_closed: 409;
  /** The identity provider did not say which groups you are in. (403) */
  claims_missing: 403;
  /** There is no sign-in connection with this id. (404) */
  connection_not_found: 404;
  /** Only a connector may send this, with the token of a bot, a webhook or a machine. (403) */
  connectors_only: 403;
  /** The content type of the body is not supported here. (415) */
  content_type_wrong: 415;
  /** The cursor has expired: the feed no longer holds changes that old. (410) */
  cursor_expired: 410;
  /** The cursor is not valid for this list. (400) */
  cursor_invalid: 400;
  /** A project always has a default department; mark another one first. (409) */
  default_department: 409;
  /** This is the default language; make another one the default first. (409) */
  default_language: 409;
  /** The content of this delivery was erased with the person it was about. (409) */
  delivery_erased: 409;
  /** There is no such delivery. (404) */
  delivery_not_found: 404;
  /** There is no department with this id in the project. (404) */
  department_not_found: 404;
  /** A part of the service is unavailable; try again shortly. (503) */
  dependency_down: 503;
  /** The project has no such domain. (404) */
  domain_not_found: 404;
  /** The domain is not verified; its TXT record is missing. (422) */
  domain_not_proved: 422;
  /** Another project has verified this domain. (409) */
  domain_taken: 409;
  /** An account with this email address already exists. (409) */
  email_taken: 409;
  /** There is no such erasure. (404) */
  erasure_not_found: 404;
  /** This lead is already being erased. (409) */
  erasure_running: 409;
  /** There is no event with this id in the project. (404) */
  event_not_found: 404;
  /** This event is not offered. Offered events: request.create, request.update, request.close, message.create, lead.create, project_user.invite, project_user.update, project_user.update.agent, project_user.delete, department.create, department.update, department.delete, group.create, group.update, group.delete, faqbot.create, faqbot.update, faqbot.delete, faq.create, faq.update, faq.delete, event.emit, event.emit.request.fully_abandoned, project.create, project.update, project.delete, message.create.channel.<name>, message.create.request.channel.<name>, event.emit.<name>, token.revoked, project.created, project.updated, project.deleted, teammate.invited, teammate.joined, teammate.updated, teammate.availability_changed, teammate.removed, group.created, group.updated, group.deleted, department.created, department.updated, department.deleted, tag.created, tag.updated, tag.deleted, canned.created, canned.updated, canned.deleted, labels.updated, api_token.created, api_token.rotated, api_token.revoked, api_token.used_elsewhere, teammate.factor_changed, role.created, role.updated, role.deleted, holiday.created, holiday.updated, holiday.deleted, sign_in_connection.created, sign_in_connection.updated, sign_in_connection.deleted, sign_in_connection.bypassed, sign_in_domain.proved, sign_in_domain.lost, request.created, request.updated, request.routed, request.participant_joined, request.participant_left, request.assigned, request.unassigned, request.abandoned, request.closed, request.reopened, request.rated, request.note_added, request.note_deleted, request.follower_added, request.follower_removed, request.mentioned, request.snoozed, request.woken, request.sla_due_soon, request.sla_breached, request.sla_ended, request.sla_changed, request.merged, request.unmerged, request.absorbed, request.linked, request.unlinked, request.survey_sent, request.survey_skipped, request.deleted, message.scheduled, message.unscheduled, message.created, message.status_changed, message.redacted, event.emitted, policy.created, policy.updated, policy.deleted, macro.created, macro.updated, macro.deleted, rule.created, rule.updated, rule.deleted, rule.suspended, rule.ran, view.created, view.updated, view.deleted, survey.created, survey.updated, survey.deleted, hold.created, hold.deleted, lead.created, lead.updated, lead.deleted, segment.created, segment.updated, segment.deleted, segment.member_added, segment.member_removed, bot.created, bot.updated, bot.trashed, bot.deleted, bot.imported, intent.created, intent.updated, intent.deleted, file.uploaded, file.deleted, export.requested, export.signed, export.deleted, mailbox.created, mailbox.updated, mailbox.deleted, mailbox.failing, mailbox.recovered. (422) */
  event_not_offered: 422;
  /** The export has expired, and its parts are gone. (410) */
  export_expired: 410;
  /** There is no export with this id in the project. (404) */
  export_not_found: 404;
  /** An export of this project is running. (409) */
  export_running: 409;
  /** The export is not finished, or it failed: it has no parts. (409) */
  export_unfinished: 409;
  /** Another message of the request has this external_id. (409) */
  external_id_taken: 409;
  /** There is no second factor with this id. (404) */
  factor_not_found: 404;
  /** The figures are not complete yet. (503) */
  figures_not_ready: 503;
  /** The file is empty. (422) */
  file_empty: 422;
  /** The file was refused by the malware scanner. (422) */
  file_infected: 422;
  /** The form has no part "file" with a file name. (422) */
  file_missing: 422;
  /** There is no file at this path. (404) */
  file_not_found: 404;
  /** The file is larger than the limit. (413) */
  file_too_large: 413;
  /** Files of this type are not accepted. (422) */
  file_type_not_allowed: 422;
  /** A department uses this group. (409) */
  group_in_use: 409;
  /** There is no group with this id in the project. (404) */
  group_not_found: 404;
  /** A header is malformed. (400) */
  header_malformed: 400;
  /** There is no legal hold with this id in the project. (404) */
  hold_not_found: 404;
  /** There is no holiday with this id in the project. (404) */
  holiday_not_found: 404;
  /** There is no HTML of this message, or its retention period is over. (404) */
  html_not_found: 404;
  /** A call with this Idempotency-Key is still running. (409) */
  idempotency_in_progress: 409;
  /** This Idempotency-Key was used with another body. (422) */
  idempotency_key_reused: 422;
  /** The image has too many pixels. (422) */
  image_too_large: 422;
  /** The image is damaged, or its type is not accepted. (422) */
  image_unreadable: 422;
  /** The archive has changed since this import began; discard the import, then start again. (409) */
  import_changed: 409;
  /** The import is not open: it was activated or discarded, or it never began. (409) */
  import_closed: 409;
  /** There is no such email, or its retention period is over. (404) */
  inbound_not_found: 404;
  /** Another intent of the bot has this intent_id. (409) */
  intent_id_taken: 409;
  /** Another intent of the bot has this name. (409) */
  intent_name_taken: 409;
  /** There is no such intent. (404) */
  intent_not_found: 404;
  /** Something went wrong on our side. (500) */
  internal: 500;
  /** The email address or password is incorrect. (401) */
  invalid_credentials: 401;
  /** This invitation is for another email address. (403) */
  invitation_for_other_address: 403;
  /** The invitation does not exist or is no longer valid. (404) */
  invitation_not_found: 404;
  /** This address has already been invited. (409) */
  invitation_pending: 409;
  /** You cannot invite yourself. (403) */
  invite_self: 403;
  /** This project does not accept calls from your address. (403) */
  ip_not_allowed: 403;
  /** There is no OpenID provider at this address. (422) */
  issuer_invalid: 422;
  /** The identity provider cannot be reached. (503) */
  issuer_unreachable: 503;
  /** The project has no labels in this language. (404) */
  language_not_found: 404;
  /** There are no predefined labels in this language. (404) */
  language_not_shipped: 404;
  /** The project would be left without an active owner. (409) */
  last_owner: 409;
  /** A lead with this lead_id already exists. (409) */
  lead_exists: 409;
  /** There is no such lead. (404) */
  lead_not_found: 404;
  /** The maximum number of records is reached. (422) */
  limit_reached: 422;
  /** The signed URL has expired. (403) */
  link_expired: 403;
  /** The logout token is not valid. (400) */
  logout_token_invalid: 400;
  /** There is no macro with this id in the project. (404) */
  macro_not_found: 404;
  /** The form has no part "email" with the raw email. (422) */
  mail_missing: 422;
  /** There is no such email, or the request is not handled by email. (404) */
  mail_not_found: 404;
  /** The mailbox is disabled, or does not accept email this way. (422) */
  mailbox_disabled: 422;
  /** There is no such mailbox. (404) */
  mailbox_not_found: 404;
  /** The mailbox is disabled, or has no outbound server. (422) */
  mailbox_sends_nothing: 422;
  /** The service is under maintenance. (503) */
  maintenance: 503;
  /** The body is not valid JSON. (400) */
  malformed_json: 400;
  /** There is no message with this id in the request. (404) */
  message_not_found: 404;
  /** This path does not support this method. (405) */
  method_not_allowed: 405;
  /** The project has no upcoming opening hours. (422) */
  never_open: 422;
  /** Someone else has written since what you last read. (409) */
  newer_messages: 409;
  /** A request without participants cannot be served. (409) */
  no_participant: 409;
  /** You are not a member of this project. (403) */
  not_a_member: 403;
  /** Only a participant of the request may do this. (403) */
  not_a_participant: 403;
  /** Every member must be an active teammate. (422) */
  not_a_teammate: 422;
  /** Clients may not do this. (403) */
  not_allowed: 403;
  /** The call had no time left for this item; repeat it. (503) */
  not_attempted: 503;
  /** You need an invitation to sign in this way. (403) */
  not_invited: 403;
  /** These two requests cannot be merged. (422) */
  not_mergeable: 422;
  /** The scheduled message is no longer pending. (409) */
  not_pending: 409;
  /** This teammate has not been removed. (409) */
  not_removed: 409;
  /** Only a failed email can be retried, and only a rejected one accepted, while the original is kept. (409) */
  not_retryable: 409;
  /** Only its author may do this. (403) */
  not_the_author: 403;
  /** Only the uploader or an admin of its project may do this to a file. (403) */
  not_the_owner: 403;
  /** Only its author, admins and owners may change this canned response. (403) */
  not_your_canned_response: 403;
  /** There is no note with this id on the request. (404) */
  note_not_found: 404;
  /** The record is on legal hold; end the hold first. (403) */
  on_hold: 403;
  /** The list does not contain exactly the current records. (409) */
  order_stale: 409;
  /** Pages from this origin may not make this call. (403) */
  origin_not_allowed: 403;
  /** This domain may not send through the installation; ask the operator. (422) */
  outbound_not_allowed: 422;
  /** Only an owner of the project may do this. (403) */
  owner_required: 403;
  /** There is no such part, or its URL is not valid; ask for a new one. (404) */
  part_not_found: 404;
  /** You may not choose these participants. (403) */
  participants_not_allowed: 403;
  /** None of the passages is in the message. (422) */
  passage_not_found: 422;
  /** The new password must differ from the old one. (403) */
  password_unchanged: 403;
  /** A photo already exists; send force=true to replace it. (409) */
  photo_exists: 409;
  /** There is no service-level policy with this id in the project. (404) */
  policy_not_found: 404;
  /** The file is private, and you may not read it. (403) */
  private_file: 403;
  /** A project with this id exists, and this import did not create it. (409) */
  project_exists: 409;
  /** There is no project with this id. (404) */
  project_not_found: 404;
  /** A property with this name already exists. (409) */
  property_exists: 409;
  /** There is no such property. (404) */
  property_not_found: 404;
  /** You have no push device with this id in the project. (404) */
  push_device_not_found: 404;
  /** This installation sends no push notifications: it has no `VAPID_PRIVATE_KEY`. (409) */
  push_off: 409;
  /** A push device belongs to a session: sign in, and call with a token. (403) */
  push_session_required: 403;
  /** The query took too long; narrow it down. (503) */
  query_timeout: 503;
  /** The storage quota does not allow this file. (413) */
  quota_exceeded: 413;
  /** This range has more than 100000 deliveries; choose a smaller one. (422) */
  range_too_large: 422;
  /** Too many calls. (429) */
  rate_limited: 429;
  /** Confirm your password or a second factor first. (403) */
  recent_sign_in_required: 403;
  /** A run of this project is already in progress. (409) */
  reconcile_running: 409;
  /** The request is closed. (409) */
  request_closed: 409;
  /** A request with this id already exists. (409) */
  request_exists: 409;
  /** The request was merged into another one. (409) */
  request_merged: 409;
  /** There is no request with this id in the project. (404) */
  request_not_found: 404;
  /** You may not write to this request. (403) */
  request_not_visible: 403;
  /** The key is invalid or has expired. (404) */
  reset_key_invalid: 404;
  /** Your role in this project does not have the right for this. (403) */
  right_missing: 403;
  /** Teammates have this role; give them another one first. (409) */
  role_in_use: 409;
  /** There is no role with this id in the project. (404) */
  role_not_found: 404;
  /** A project may provision agents only. (403) */
  role_not_provisionable: 403;
  /** Your role in this project does not allow this. (403) */
  role_too_low: 403;
  /** There is no endpoint at this path. (404) */
  route_not_found: 404;
  /** There is no rule with this id in the project. (404) */
  rule_not_found: 404;
  /** There is no such run. (404) */
  run_not_found: 404;
  /** The malware scanner is unavailable; try again shortly. (503) */
  scanner_unavailable: 503;
  /** There is no scheduled message with this id on the request. (404) */
  scheduled_not_found: 404;
  /** The filter is not supported: use `eq` with userName, displayName, externalId or id. (400) */
  scim_filter_invalid: 400;
  /** userName is the address of the account, which only its owner changes. (400) */
  scim_unchangeable: 400;
  /** The user, or another one with this externalId, is provisioned already. (409) */
  scim_user_exists: 409;
  /** There is no user with this id. (404) */
  scim_user_not_found: 404;
  /** A value is not valid. (400) */
  scim_value_invalid: 400;
  /** This project requires a second factor; set one up first. (403) */
  second_factor_missing: 403;
  /** Signing in also requires a second factor. (401) */
  second_factor_required: 401;
  /** There is no such segment. (404) */
  segment_not_found: 404;
  /** You may not write on behalf of another person. (403) */
  sender_not_allowed: 403;
  /** Your organization requires you to sign in through its own connection. (403) */
  sign_in_by_connection: 403;
  /** The sign-in code is invalid or has expired. (401) */
  sign_in_code_invalid: 401;
  /** The identity provider did not sign you in. (401) */
  sign_in_refused: 401;
  /** You need an invitation to sign up. (403) */
  signup_closed: 403;
  /** Another bot of the project has this slug. (409) */
  slug_taken: 409;
  /** The request cannot change to this status. (409) */
  status_not_allowed: 409;
  /** File storage is unavailable; try again shortly. (503) */
  storage_unavailable: 503;
  /** The subscription is disabled; make it active first. (409) */
  subscription_disabled: 409;
  /** Another subscription of the project has this event and this target. (409) */
  subscription_exists: 409;
  /** There is no such subscription. (404) */
  subscription_not_found: 404;
  /** You may not subscribe to this topic. (403) */
  subscription_refused: 403;
  /** This address is not blocked. (404) */
  suppression_not_found: 404;
  /** There is no such survey; a link may have expired. (404) */
  survey_not_found: 404;
  /** The project already has a tag with this name. (409) */
  tag_exists: 409;
  /** There is no tag with this id in the project. (404) */
  tag_not_found: 404;
  /** There is no teammate with this id in the project. (404) */
  teammate_not_found: 404;
  /** The project has no time slot with this id. (404) */
  time_slot_not_found: 404;
  /** TLS is required. (403) */
  tls_required: 403;
  /** The token has been revoked or has expired; create a new one. (409) */
  token_ended: 409;
  /** The token has expired; sign in again. (401) */
  token_expired: 401;
  /** There is no token with this id. (404) */
  token_not_found: 404;
  /** Authentication is required, or the credentials are not valid. (401) */
  unauthorized: 401;
  /** A filter refers to a record that does not exist in the project. (422) */
  unknown_reference: 422;
  /** The sender is not a member, lead or bot of this project. (403) */
  unknown_sender: 403;
  /** There are no figures for tags of this type. (404) */
  unknown_tag_type: 404;
  /** An address must be https, without user and fragment, at port 443 or from 1024 on, and of a public host. The operator allows others: `OUTBOUND_ALLOW=localhost npm start`. (422) */
  url_not_allowed: 422;
  /** Only a signed-in user may do this. (403) */
  users_only: 403;
  /** A field or query value is not valid. (422) */
  validation_failed: 422;
  /** The verification code is invalid or has expired. (401) */
  verification_code_invalid: 401;
  /** The record has changed since the version in If-Match. (412) */
  version_mismatch: 412;
  /** There is no view with this id in the project. (404) */
  view_not_found: 404;
  /** This change would block your own IP address. (422) */
  would_lock_you_out: 422;
  /** The old password is incorrect. (401) */
  wrong_password: 401;
}

/** What programs branch on. A code has one status, everywhere. */
export type ErrorCode = keyof ErrorStatuses;

export type UpdateCode = 'tls_required' | 'header_malformed' | 'validation_failed' | 'rate_limited' | 'internal' | 'dependency_down' | 'busy' | 'unauthorized' | 'authorization_malformed' | 'banned' | 'ip_not_allowed' | 'not_a_member' | 'role_too_low' | 'route_not_found' | 'content_type_wrong' | 'malformed_json' | 'body_too_large' | 'body_timeout' | 'idempotency_in_progress' | 'idempotency_key_reused' | 'version_mismatch';
export type DeleteCode = 'tls_required' | 'header_malformed' | 'validation_failed' | 'rate_limited' | 'internal' | 'dependency_down' | 'busy' | 'unauthorized' | 'authorization_malformed' | 'banned' | 'ip_not_allowed' | 'not_a_member' | 'role_too_low' | 'route_not_found' | 'idempotency_in_progress' | 'idempotency_key_reused' | 'version_mismatch';
export type ReadCode = 'tls_required' | 'header_malformed' | 'validation_failed' | 'rate_limited' | 'internal' | 'dependency_down' | 'busy' | 'unauthorized' | 'authorization_malformed' | 'banned' | 'ip_not_allowed' | 'not_a_member' | 'role_too_low' | 'route_not_found';
export type CallCode = 'tls_required' | 'header_malformed' | 'validation_failed' | 'rate_limited' | 'internal' | 'dependency_down' | 'busy';
export type MemberCode = 'unauthorized' | 'authorization_malformed' | 'banned' | 'ip_not_allowed' | 'not_a_member' | 'role_too_low';
export type BodyCode = 'content_type_wrong' | 'malformed_json' | 'body_too_large' | 'body_timeout';
export type WriteCode = 'idempotency_in_progress' | 'idempotency_key_reused';
