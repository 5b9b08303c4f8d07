// Generated from packages/contracts by `npm run generate`. Do not edit.

/** What a member may be; lengths are in Unicode characters. */
export interface Bound {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

type Bounds<Name extends string> = { readonly [Member in Name]: Bound };

export interface Limits {
  readonly findConnection: Bounds<'email'>;
  readonly requestPasswordReset: Bounds<'email'>;
  readonly resetPassword: Bounds<'password'>;
  readonly createSession: Bounds<'email' | 'password' | 'code'>;
  readonly createSessionWithFactor: Bounds<'challenge' | 'code' | 'recovery_code'>;
  readonly linkOidc: Bounds<'challenge' | 'password'>;
  readonly signIn: Bounds<'email' | 'password'>;
  readonly signInWithFactor: Bounds<'challenge' | 'code' | 'recovery_code'>;
  readonly signInAnonymously: Bounds<'firstname' | 'lastname' | 'email'>;
  readonly signUp: Bounds<'email' | 'password' | 'firstname' | 'lastname' | 'phone' | 'invitation'>;
  readonly reportEngineStatus: Bounds<'id_project' | 'message_id' | 'at' | 'detail'>;
  readonly createProject: Bounds<'name'>;
  readonly patchProject: Bounds<'name' | 'channels' | 'ipFilter' | 'ipFilterDeny'>;
  readonly updateProject: Bounds<'name' | 'channels' | 'ipFilter' | 'ipFilterDeny'>;
  readonly banVisitor: Bounds<'id' | 'ip'>;
  readonly answerSurvey: Bounds<'rate' | 'rate_message'>;
  readonly updateUser: Bounds<'firstname' | 'lastname' | 'description' | 'public_email' | 'public_website' | 'phone'>;
  readonly changePassword: Bounds<'oldpsw' | 'newpsw'>;
  readonly addPasskey: Bounds<'challenge' | 'name'>;
  readonly proveSignIn: Bounds<'password' | 'code' | 'recovery_code' | 'challenge'>;
  readonly addTotp: Bounds<'name'>;
  readonly confirmTotp: Bounds<'code'>;
  readonly startReconciliation: Bounds<'tz' | 'timezone' | 'start_date' | 'end_date'>;
  readonly createApiToken: Bounds<'name' | 'rights' | 'expires_in' | 'allowed_ips'>;
  readonly rotateApiToken: Bounds<'expires_in'>;
  readonly createBot: Bounds<'name' | 'description' | 'title' | 'short_description' | 'mainCategory' | 'language' | 'url' | 'webhook_url' | 'tags' | 'subtype' | 'slug'>;
  readonly patchBot: Bounds<'description' | 'title' | 'short_description' | 'mainCategory' | 'language' | 'url' | 'webhook_url' | 'tags' | 'subtype' | 'slug' | 'name'>;
  readonly updateBot: Bounds<'description' | 'title' | 'short_description' | 'mainCategory' | 'language' | 'url' | 'webhook_url' | 'tags' | 'subtype' | 'slug' | 'name'>;
  readonly publishBot: Bounds<'release_note' | 'restore_from'>;
  readonly rotateBotSecret: Bounds<'overlapHours'>;
  readonly askBot: Bounds<'id_faq_kb' | 'question'>;
  readonly createCannedResponse: Bounds<'text' | 'title'>;
  readonly updateCannedResponse: Bounds<'text' | 'title'>;
  readonly createDepartment: Bounds<'name' | 'description' | 'id_bot' | 'id_group' | 'groups' | 'online_msg' | 'offline_msg' | 'tags'>;
  readonly patchDepartment: Bounds<'name' | 'description' | 'id_bot' | 'id_group' | 'groups' | 'online_msg' | 'offline_msg' | 'tags'>;
  readonly updateDepartment: Bounds<'name' | 'description' | 'id_bot' | 'id_group' | 'groups' | 'online_msg' | 'offline_msg' | 'tags'>;
  readonly redriveEngineDeliveries: Bounds<'from' | 'to'>;
  readonly emitEvent: Bounds<'name'>;
  readonly createIntent: Bounds<'id_faq_kb' | 'intent_display_name' | 'intent_id' | 'actions' | 'topic' | 'question' | 'answer'>;
  readonly patchIntent: Bounds<'intent_display_name' | 'intent_id' | 'actions' | 'topic' | 'question' | 'answer'>;
  readonly updateIntent: Bounds<'intent_display_name' | 'intent_id' | 'actions' | 'topic' | 'question' | 'answer'>;
  readonly updateIntentById: Bounds<'id_faq_kb' | 'intent_display_name' | 'intent_id' | 'actions' | 'topic' | 'question' | 'answer'>;
  readonly changeIntents: Bounds<'id_faq_kb' | 'operations'>;
  readonly signFiles: Bounds<'paths' | 'ttl'>;
  readonly createGroup: Bounds<'name' | 'members'>;
  readonly updateGroup: Bounds<'name' | 'members'>;
  readonly createHold: Bounds<'record' | 'reason'>;
  readonly createHoliday: Bounds<'name' | 'from' | 'to' | 'applies'>;
  readonly updateHoliday: Bounds<'name' | 'from' | 'to' | 'applies'>;
  readonly setLabels: Bounds<'lang' | 'category'>;
  readonly cloneShippedLabels: Bounds<'lang'>;
  readonly createLead: Bounds<'lead_id' | 'fullname' | 'email' | 'phone' | 'company' | 'city' | 'region' | 'country' | 'streetAddress' | 'zipcode' | 'note' | 'tags'>;
  readonly updateLead: Bounds<'fullname' | 'email' | 'phone' | 'company' | 'city' | 'region' | 'country' | 'streetAddress' | 'zipcode' | 'note' | 'tags'>;
  readonly eraseSubject: Bounds<'reason'>;
  readonly addLeadTags: Bounds<'items'>;
  readonly createLeads: Bounds<'items'>;
  readonly createMacro: Bounds<'name' | 'actions' | 'description' | 'departments' | 'position'>;
  readonly updateMacro: Bounds<'name' | 'actions' | 'description' | 'departments' | 'position'>;
  readonly createMailbox: Bounds<'address' | 'name' | 'aliases' | 'department' | 'spam_score' | 'signature'>;
  readonly updateMailbox: Bounds<'name' | 'aliases' | 'department' | 'spam_score' | 'signature' | 'address'>;
  readonly checkStoredMailbox: Bounds<'to'>;
  readonly startMailConversation: Bounds<'to' | 'cc' | 'subject' | 'text' | 'departmentid'>;
  readonly checkMailbox: Bounds<'address' | 'to'>;
  readonly sendDirectMessage: Bounds<'sender' | 'senderFullname' | 'text' | 'language' | 'recipient' | 'recipientFullname'>;
  readonly updateInvitation: Bounds<'firstname' | 'lastname'>;
  readonly createVisitor: Bounds<'firstname' | 'lastname' | 'email' | 'tags'>;
  readonly updateOwnTeammate: Bounds<'profileStatus' | 'max_served_chat' | 'max_assigned_chat' | 'tags'>;
  readonly updateTeammate: Bounds<'profileStatus' | 'max_served_chat' | 'max_assigned_chat' | 'tags' | 'role_id'>;
  readonly inviteTeammate: Bounds<'email' | 'firstname' | 'lastname'>;
  readonly createProperty: Bounds<'label' | 'name' | 'type'>;
  readonly updateProperty: Bounds<'label' | 'type'>;
  readonly savePushDevice: Bounds<'endpoint' | 'language'>;
  readonly createRequest: Bounds<'departmentid' | 'subject' | 'language' | 'sourcePage' | 'userAgent' | 'participants' | 'followers' | 'tags' | 'email' | 'sender' | 'senderFullname' | 'first_text' | 'request_id' | 'workingStatus'>;
  readonly updateRequest: Bounds<'first_text' | 'lead' | 'subject' | 'language' | 'sourcePage' | 'workingStatus' | 'tags' | 'rating' | 'rating_message' | 'channelName'>;
  readonly assignRequest: Bounds<'departmentid'>;
  readonly routeRequest: Bounds<'departmentid'>;
  readonly addFollower: Bounds<'member'>;
  readonly setFollowers: Bounds<'items'>;
  readonly setMailCopies: Bounds<'cc'>;
  readonly mergeRequest: Bounds<'source'>;
  readonly sendMessage: Bounds<'departmentid' | 'subject' | 'language' | 'sourcePage' | 'userAgent' | 'participants' | 'followers' | 'tags' | 'email' | 'sender' | 'senderFullname' | 'text' | 'external_id' | 'requester'>;
  readonly redactMessage: Bounds<'reason' | 'passages'>;
  readonly sendMessages: Bounds<'items'>;
  readonly acknowledgeMessages: Bounds<'upto'>;
  readonly addNote: Bounds<'text' | 'mentions'>;
  readonly addParticipant: Bounds<'member'>;
  readonly setParticipants: Bounds<'items'>;
  readonly rateRequest: Bounds<'rate' | 'rating' | 'rate_message' | 'rating_message'>;
  readonly setReadPosition: Bounds<'upto'>;
  readonly replaceBot: Bounds<'id' | 'name' | 'slug'>;
  readonly scheduleMessage: Bounds<'text' | 'language' | 'at' | 'opening' | 'cancel_on' | 'max_late'>;
  readonly updateScheduledMessage: Bounds<'text' | 'language' | 'at' | 'opening' | 'cancel_on' | 'max_late'>;
  readonly pinRequestSla: Bounds<'policy'>;
  readonly snoozeRequest: Bounds<'until' | 'in' | 'opening' | 'reason'>;
  readonly addRequestTags: Bounds<'items'>;
  readonly bulkRequests: Bounds<'request_ids'>;
  readonly createRole: Bounds<'name'>;
  readonly updateRole: Bounds<'name'>;
  readonly createRule: Bounds<'name' | 'description' | 'on' | 'filters' | 'actions' | 'delay' | 'cancel_on'>;
  readonly updateRule: Bounds<'name' | 'description' | 'on' | 'filters' | 'actions' | 'delay' | 'cancel_on'>;
  readonly dryRunRule: Bounds<'rule_id' | 'requests'>;
  readonly orderRules: Bounds<'items'>;
  readonly createScimGroup: Bounds<'displayName' | 'externalId' | 'members'>;
  readonly patchScimGroup: Bounds<'Operations'>;
  readonly replaceScimGroup: Bounds<'displayName' | 'externalId' | 'members'>;
  readonly createScimUser: Bounds<'userName' | 'externalId'>;
  readonly patchScimUser: Bounds<'Operations'>;
  readonly replaceScimUser: Bounds<'userName' | 'externalId'>;
  readonly createSegment: Bounds<'name' | 'filters'>;
  readonly updateSegment: Bounds<'name' | 'filters'>;
  readonly previewSegment: Bounds<'filters'>;
  readonly createSignInConnection: Bounds<'name' | 'issuer' | 'client_id' | 'client_secret' | 'scopes' | 'email_verified_claim' | 'role_claim' | 'role_map' | 'group_claim' | 'group_map' | 'break_glass'>;
  readonly updateSignInConnection: Bounds<'name' | 'client_secret' | 'client_id' | 'scopes' | 'email_verified_claim' | 'role_claim' | 'role_map' | 'group_claim' | 'group_map' | 'break_glass'>;
  readonly addSignInDomain: Bounds<'domain'>;
  readonly createSlaPolicy: Bounds<'name' | 'description' | 'filters' | 'hours' | 'due_soon' | 'pause'>;
  readonly updateSlaPolicy: Bounds<'name' | 'description' | 'filters' | 'hours' | 'due_soon' | 'pause'>;
  readonly orderSlaPolicies: Bounds<'items'>;
  readonly createSubscription: Bounds<'event' | 'target'>;
  readonly updateSubscription: Bounds<'event' | 'target'>;
  readonly replayDeliveries: Bounds<'from' | 'to' | 'states'>;
  readonly rotateSubscriptionSecret: Bounds<'overlapHours'>;
  readonly createSurvey: Bounds<'name' | 'position' | 'filters' | 'delay' | 'ask' | 'min_team_messages' | 'cooldown' | 'expires'>;
  readonly updateSurvey: Bounds<'name' | 'position' | 'filters' | 'delay' | 'ask' | 'min_team_messages' | 'cooldown' | 'expires'>;
  readonly createTag: Bounds<'tag' | 'color'>;
  readonly updateTag: Bounds<'tag' | 'color'>;
  readonly createView: Bounds<'name' | 'groups' | 'columns' | 'position'>;
  readonly updateView: Bounds<'name' | 'groups' | 'columns' | 'position'>;
}

/** Lengths, ranges and numbers of items of every body member, by operation. */
export const limits: Limits = {
  findConnection: {"email":{"maxLength":254}},
  requestPasswordReset: {"email":{"maxLength":254}},
  resetPassword: {"password":{"maxLength":256}},
  createSession: {"email":{"minLength":1,"maxLength":254},"password":{"minLength":1,"maxLength":256},"code":{"minLength":1,"maxLength":200}},
  createSessionWithFactor: {"challenge":{"minLength":1,"maxLength":200},"code":{"minLength":1,"maxLength":32},"recovery_code":{"minLength":1,"maxLength":32}},
  linkOidc: {"challenge":{"minLength":1,"maxLength":200},"password":{"minLength":1,"maxLength":256}},
  signIn: {"email":{"minLength":1,"maxLength":254},"password":{"minLength":1,"maxLength":256}},
  signInWithFactor: {"challenge":{"minLength":1,"maxLength":200},"code":{"minLength":1,"maxLength":32},"recovery_code":{"minLength":1,"maxLength":32}},
  signInAnonymously: {"firstname":{"maxLength":64},"lastname":{"maxLength":64},"email":{"maxLength":254}},
  signUp: {"email":{"maxLength":254},"password":{"maxLength":256},"firstname":{"minLength":1,"maxLength":64},"lastname":{"minLength":1,"maxLength":64},"phone":{"pattern":"^\\+[1-9]\\d{6,14}$"},"invitation":{"minLength":1,"maxLength":200}},
  reportEngineStatus: {"id_project":{"maxLength":255},"message_id":{"maxLength":255},"at":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"},"detail":{"maxLength":2000}},
  createProject: {"name":{"minLength":1,"maxLength":128}},
  patchProject: {"name":{"minLength":1,"maxLength":128},"channels":{"maxItems":50},"ipFilter":{"maxItems":200},"ipFilterDeny":{"maxItems":200}},
  updateProject: {"name":{"minLength":1,"maxLength":128},"channels":{"maxItems":50},"ipFilter":{"maxItems":200},"ipFilterDeny":{"maxItems":200}},
  banVisitor: {"id":{"minLength":1,"maxLength":255},"ip":{"minLength":1,"maxLength":64}},
  answerSurvey: {"rate":{"minimum":0,"maximum":5},"rate_message":{"maxLength":2000}},
  updateUser: {"firstname":{"minLength":1,"maxLength":64},"lastname":{"minLength":1,"maxLength":64},"description":{"maxLength":2000},"public_email":{"maxLength":254},"public_website":{"maxLength":300},"phone":{"pattern":"^\\+[1-9]\\d{6,14}$"}},
  changePassword: {"oldpsw":{"minLength":1,"maxLength":256},"newpsw":{"maxLength":256}},
  addPasskey: {"challenge":{"minLength":1,"maxLength":200},"name":{"maxLength":64}},
  proveSignIn: {"password":{"minLength":1,"maxLength":256},"code":{"minLength":1,"maxLength":32},"recovery_code":{"minLength":1,"maxLength":32},"challenge":{"minLength":1,"maxLength":200}},
  addTotp: {"name":{"maxLength":64}},
  confirmTotp: {"code":{"minLength":1,"maxLength":32}},
  startReconciliation: {"tz":{"maxLength":500},"timezone":{"maxLength":500},"start_date":{"maxLength":500,"pattern":"^(?:\\d{2}/\\d{2}/\\d{4}|\\d{4}-\\d{2}-\\d{2})$"},"end_date":{"maxLength":500,"pattern":"^(?:\\d{2}/\\d{2}/\\d{4}|\\d{4}-\\d{2}-\\d{2})$"}},
  createApiToken: {"name":{"minLength":1,"maxLength":128},"rights":{"minItems":1,"maxItems":38},"expires_in":{"minimum":60,"maximum":31622400},"allowed_ips":{"maxItems":50}},
  rotateApiToken: {"expires_in":{"minimum":60,"maximum":31622400}},
  createBot: {"name":{"minLength":1,"maxLength":200},"description":{"maxLength":2000},"title":{"maxLength":2000},"short_description":{"maxLength":2000},"mainCategory":{"maxLength":2000},"language":{"maxLength":35},"url":{"minLength":1,"maxLength":2048},"webhook_url":{"minLength":1,"maxLength":2048},"tags":{"maxItems":50},"subtype":{"minLength":1,"maxLength":40},"slug":{"minLength":1,"maxLength":80}},
  patchBot: {"description":{"maxLength":2000},"title":{"maxLength":2000},"short_description":{"maxLength":2000},"mainCategory":{"maxLength":2000},"language":{"maxLength":35},"url":{"minLength":1,"maxLength":2048},"webhook_url":{"minLength":1,"maxLength":2048},"tags":{"maxItems":50},"subtype":{"minLength":1,"maxLength":40},"slug":{"minLength":1,"maxLength":80},"name":{"minLength":1,"maxLength":200}},
  updateBot: {"description":{"maxLength":2000},"title":{"maxLength":2000},"short_description":{"maxLength":2000},"mainCategory":{"maxLength":2000},"language":{"maxLength":35},"url":{"minLength":1,"maxLength":2048},"webhook_url":{"minLength":1,"maxLength":2048},"tags":{"maxItems":50},"subtype":{"minLength":1,"maxLength":40},"slug":{"minLength":1,"maxLength":80},"name":{"minLength":1,"maxLength":200}},
  publishBot: {"release_note":{"maxLength":1000},"restore_from":{"minLength":1,"maxLength":255}},
  rotateBotSecret: {"overlapHours":{"minimum":0,"maximum":168}},
  askBot: {"id_faq_kb":{"minLength":1,"maxLength":255},"question":{"minLength":1,"maxLength":1000}},
  createCannedResponse: {"text":{"minLength":1,"maxLength":10000},"title":{"maxLength":200}},
  updateCannedResponse: {"text":{"minLength":1,"maxLength":10000},"title":{"maxLength":200}},
  createDepartment: {"name":{"minLength":1,"maxLength":128},"description":{"maxLength":2000},"id_bot":{"maxLength":255},"id_group":{"maxLength":255},"groups":{"maxItems":20},"online_msg":{"maxLength":2000},"offline_msg":{"maxLength":2000},"tags":{"maxItems":50}},
  patchDepartment: {"name":{"minLength":1,"maxLength":128},"description":{"maxLength":2000},"id_bot":{"maxLength":255},"id_group":{"maxLength":255},"groups":{"maxItems":20},"online_msg":{"maxLength":2000},"offline_msg":{"maxLength":2000},"tags":{"maxItems":50}},
  updateDepartment: {"name":{"minLength":1,"maxLength":128},"description":{"maxLength":2000},"id_bot":{"maxLength":255},"id_group":{"maxLength":255},"groups":{"maxItems":20},"online_msg":{"maxLength":2000},"offline_msg":{"maxLength":2000},"tags":{"maxItems":50}},
  redriveEngineDeliveries: {"from":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"},"to":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"}},
  emitEvent: {"name":{"minLength":1,"maxLength":200}},
  createIntent: {"id_faq_kb":{"minLength":1,"maxLength":255},"intent_display_name":{"minLength":1,"maxLength":120},"intent_id":{"minLength":1,"maxLength":64},"actions":{"maxItems":100},"topic":{"minLength":1,"maxLength":100},"question":{"maxLength":10000},"answer":{"maxLength":20000}},
  patchIntent: {"intent_display_name":{"minLength":1,"maxLength":120},"intent_id":{"minLength":1,"maxLength":64},"actions":{"maxItems":100},"topic":{"minLength":1,"maxLength":100},"question":{"maxLength":10000},"answer":{"maxLength":20000}},
  updateIntent: {"intent_display_name":{"minLength":1,"maxLength":120},"intent_id":{"minLength":1,"maxLength":64},"actions":{"maxItems":100},"topic":{"minLength":1,"maxLength":100},"question":{"maxLength":10000},"answer":{"maxLength":20000}},
  updateIntentById: {"id_faq_kb":{"minLength":1,"maxLength":255},"intent_display_name":{"minLength":1,"maxLength":120},"intent_id":{"minLength":1,"maxLength":64},"actions":{"maxItems":100},"topic":{"minLength":1,"maxLength":100},"question":{"maxLength":10000},"answer":{"maxLength":20000}},
  changeIntents: {"id_faq_kb":{"minLength":1,"maxLength":255},"operations":{"maxItems":500}},
  signFiles: {"paths":{"maxItems":100},"ttl":{"minimum":60,"maximum":604800}},
  createGroup: {"name":{"minLength":1,"maxLength":128},"members":{"maxItems":2000}},
  updateGroup: {"name":{"minLength":1,"maxLength":128},"members":{"maxItems":2000}},
  createHold: {"record":{"minLength":1,"maxLength":200},"reason":{"minLength":1,"maxLength":500}},
  createHoliday: {"name":{"minLength":1,"maxLength":128},"from":{"pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"to":{"pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"applies":{"maxItems":51}},
  updateHoliday: {"name":{"minLength":1,"maxLength":128},"from":{"pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"to":{"pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"applies":{"maxItems":51}},
  setLabels: {"lang":{"pattern":"^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2})?$"},"category":{"maxLength":64}},
  cloneShippedLabels: {"lang":{"pattern":"^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2})?$"}},
  createLead: {"lead_id":{"minLength":1,"maxLength":255},"fullname":{"maxLength":255},"email":{"maxLength":254},"phone":{"maxLength":64},"company":{"maxLength":255},"city":{"maxLength":255},"region":{"maxLength":255},"country":{"maxLength":255},"streetAddress":{"maxLength":500},"zipcode":{"maxLength":32},"note":{"maxLength":10000},"tags":{"maxItems":100}},
  updateLead: {"fullname":{"maxLength":255},"email":{"maxLength":254},"phone":{"maxLength":64},"company":{"maxLength":255},"city":{"maxLength":255},"region":{"maxLength":255},"country":{"maxLength":255},"streetAddress":{"maxLength":500},"zipcode":{"maxLength":32},"note":{"maxLength":10000},"tags":{"maxItems":100}},
  eraseSubject: {"reason":{"maxLength":500}},
  addLeadTags: {"items":{"maxItems":100}},
  createLeads: {"items":{"minItems":1,"maxItems":500}},
  createMacro: {"name":{"minLength":1,"maxLength":255},"actions":{"minItems":1,"maxItems":20},"description":{"maxLength":2000},"departments":{"maxItems":100},"position":{"minimum":0,"maximum":1000000}},
  updateMacro: {"name":{"minLength":1,"maxLength":255},"actions":{"minItems":1,"maxItems":20},"description":{"maxLength":2000},"departments":{"maxItems":100},"position":{"minimum":0,"maximum":1000000}},
  createMailbox: {"address":{"minLength":3,"maxLength":254},"name":{"minLength":1,"maxLength":100},"aliases":{"maxItems":20},"department":{"maxLength":255},"spam_score":{"minimum":-1000,"maximum":1000},"signature":{"maxLength":4000}},
  updateMailbox: {"name":{"minLength":1,"maxLength":100},"aliases":{"maxItems":20},"department":{"maxLength":255},"spam_score":{"minimum":-1000,"maximum":1000},"signature":{"maxLength":4000},"address":{"minLength":3,"maxLength":254}},
  checkStoredMailbox: {"to":{"minLength":3,"maxLength":254}},
  startMailConversation: {"to":{"minLength":3,"maxLength":254},"cc":{"maxItems":20},"subject":{"minLength":1,"maxLength":500},"text":{"minLength":1,"maxLength":65536},"departmentid":{"maxLength":255}},
  checkMailbox: {"address":{"minLength":3,"maxLength":254},"to":{"minLength":3,"maxLength":254}},
  sendDirectMessage: {"sender":{"minLength":1,"maxLength":255},"senderFullname":{"maxLength":200},"text":{"maxLength":65536},"language":{"maxLength":100},"recipient":{"minLength":1,"maxLength":255},"recipientFullname":{"minLength":1,"maxLength":200}},
  updateInvitation: {"firstname":{"maxLength":64},"lastname":{"maxLength":64}},
  createVisitor: {"firstname":{"maxLength":64},"lastname":{"maxLength":64},"email":{"maxLength":254},"tags":{"maxItems":50}},
  updateOwnTeammate: {"profileStatus":{"maxLength":64},"max_served_chat":{"minimum":-1,"maximum":1000},"max_assigned_chat":{"minimum":-1,"maximum":1000},"tags":{"maxItems":50}},
  updateTeammate: {"profileStatus":{"maxLength":64},"max_served_chat":{"minimum":-1,"maximum":1000},"max_assigned_chat":{"minimum":-1,"maximum":1000},"tags":{"maxItems":50},"role_id":{"maxLength":24}},
  inviteTeammate: {"email":{"maxLength":254},"firstname":{"maxLength":64},"lastname":{"maxLength":64}},
  createProperty: {"label":{"minLength":1,"maxLength":255},"name":{"minLength":1,"maxLength":100},"type":{"minLength":1,"maxLength":50}},
  updateProperty: {"label":{"minLength":1,"maxLength":255},"type":{"minLength":1,"maxLength":50}},
  savePushDevice: {"endpoint":{"minLength":1,"maxLength":2048},"language":{"maxLength":35}},
  createRequest: {"departmentid":{"maxLength":255},"subject":{"maxLength":500},"language":{"maxLength":100},"sourcePage":{"maxLength":2048},"userAgent":{"maxLength":1024},"participants":{"maxItems":50},"followers":{"maxItems":50},"tags":{"maxItems":50},"email":{"minLength":3,"maxLength":254},"sender":{"minLength":1,"maxLength":255},"senderFullname":{"maxLength":200},"first_text":{"minLength":1,"maxLength":65536},"request_id":{"minLength":1,"maxLength":255},"workingStatus":{"maxLength":30}},
  updateRequest: {"first_text":{"minLength":1,"maxLength":65536},"lead":{"minLength":1,"maxLength":255},"subject":{"maxLength":500},"language":{"maxLength":100},"sourcePage":{"maxLength":2048},"workingStatus":{"maxLength":30},"tags":{"maxItems":50},"rating":{"minimum":0,"maximum":5},"rating_message":{"maxLength":2000},"channelName":{"pattern":"^[a-z0-9_-]{1,50}$"}},
  assignRequest: {"departmentid":{"minLength":1,"maxLength":255}},
  routeRequest: {"departmentid":{"minLength":1,"maxLength":255}},
  addFollower: {"member":{"minLength":1,"maxLength":255}},
  setFollowers: {"items":{"maxItems":50}},
  setMailCopies: {"cc":{"maxItems":20}},
  mergeRequest: {"source":{"minLength":1,"maxLength":255}},
  sendMessage: {"departmentid":{"maxLength":255},"subject":{"maxLength":500},"language":{"maxLength":100},"sourcePage":{"maxLength":2048},"userAgent":{"maxLength":1024},"participants":{"maxItems":50},"followers":{"maxItems":50},"tags":{"maxItems":50},"email":{"minLength":3,"maxLength":254},"sender":{"minLength":1,"maxLength":255},"senderFullname":{"maxLength":200},"text":{"maxLength":65536},"external_id":{"minLength":1,"maxLength":255},"requester":{"minLength":1,"maxLength":255}},
  redactMessage: {"reason":{"maxLength":300},"passages":{"minItems":1,"maxItems":20}},
  sendMessages: {"items":{"minItems":1,"maxItems":500}},
  acknowledgeMessages: {"upto":{"minimum":0,"maximum":2147483647}},
  addNote: {"text":{"minLength":1,"maxLength":10000},"mentions":{"maxItems":20}},
  addParticipant: {"member":{"minLength":1,"maxLength":255}},
  setParticipants: {"items":{"maxItems":50}},
  rateRequest: {"rate":{"minimum":0,"maximum":5},"rating":{"minimum":0,"maximum":5},"rate_message":{"maxLength":2000},"rating_message":{"maxLength":2000}},
  setReadPosition: {"upto":{"minimum":0,"maximum":2147483647}},
  replaceBot: {"id":{"minLength":1,"maxLength":255},"name":{"minLength":1,"maxLength":255},"slug":{"minLength":1,"maxLength":255}},
  scheduleMessage: {"text":{"maxLength":65536},"language":{"maxLength":100},"at":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"},"opening":{"minimum":1,"maximum":30},"cancel_on":{"maxItems":3},"max_late":{"minimum":60000,"maximum":2592000000}},
  updateScheduledMessage: {"text":{"maxLength":65536},"language":{"maxLength":100},"at":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"},"opening":{"minimum":1,"maximum":30},"cancel_on":{"maxItems":3},"max_late":{"minimum":60000,"maximum":2592000000}},
  pinRequestSla: {"policy":{"pattern":"^[0-9a-f]{24}$"}},
  snoozeRequest: {"until":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"},"in":{"minimum":60000,"maximum":31622400000},"opening":{"minimum":1,"maximum":30},"reason":{"maxLength":500}},
  addRequestTags: {"items":{"minItems":1,"maxItems":50}},
  bulkRequests: {"request_ids":{"minItems":1,"maxItems":200}},
  createRole: {"name":{"minLength":1,"maxLength":128}},
  updateRole: {"name":{"minLength":1,"maxLength":128}},
  createRule: {"name":{"minLength":1,"maxLength":255},"description":{"maxLength":2000},"on":{"minItems":1,"maxItems":10},"filters":{"maxItems":20},"actions":{"minItems":1,"maxItems":20},"delay":{"minimum":0,"maximum":2592000000},"cancel_on":{"maxItems":3}},
  updateRule: {"name":{"minLength":1,"maxLength":255},"description":{"maxLength":2000},"on":{"minItems":1,"maxItems":10},"filters":{"maxItems":20},"actions":{"minItems":1,"maxItems":20},"delay":{"minimum":0,"maximum":2592000000},"cancel_on":{"maxItems":3}},
  dryRunRule: {"rule_id":{"pattern":"^[0-9a-f]{24}$"},"requests":{"minItems":1,"maxItems":50}},
  orderRules: {"items":{"maxItems":200}},
  createScimGroup: {"displayName":{"minLength":1,"maxLength":128},"externalId":{"maxLength":255},"members":{"maxItems":1000}},
  patchScimGroup: {"Operations":{"minItems":1,"maxItems":100}},
  replaceScimGroup: {"displayName":{"minLength":1,"maxLength":128},"externalId":{"maxLength":255},"members":{"maxItems":1000}},
  createScimUser: {"userName":{"minLength":1,"maxLength":254},"externalId":{"maxLength":255}},
  patchScimUser: {"Operations":{"minItems":1,"maxItems":100}},
  replaceScimUser: {"userName":{"minLength":1,"maxLength":254},"externalId":{"maxLength":255}},
  createSegment: {"name":{"minLength":1,"maxLength":255},"filters":{"maxItems":20}},
  updateSegment: {"name":{"minLength":1,"maxLength":255},"filters":{"maxItems":20}},
  previewSegment: {"filters":{"maxItems":20}},
  createSignInConnection: {"name":{"minLength":1,"maxLength":128},"issuer":{"minLength":1,"maxLength":500},"client_id":{"minLength":1,"maxLength":255},"client_secret":{"minLength":1,"maxLength":1000},"scopes":{"minLength":1,"maxLength":500},"email_verified_claim":{"maxLength":200},"role_claim":{"maxLength":200},"role_map":{"maxItems":50},"group_claim":{"maxLength":200},"group_map":{"maxItems":50},"break_glass":{"maxItems":10}},
  updateSignInConnection: {"name":{"minLength":1,"maxLength":128},"client_secret":{"minLength":1,"maxLength":1000},"client_id":{"minLength":1,"maxLength":255},"scopes":{"minLength":1,"maxLength":500},"email_verified_claim":{"maxLength":200},"role_claim":{"maxLength":200},"role_map":{"maxItems":50},"group_claim":{"maxLength":200},"group_map":{"maxItems":50},"break_glass":{"maxItems":10}},
  addSignInDomain: {"domain":{"minLength":4,"maxLength":253,"pattern":"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$"}},
  createSlaPolicy: {"name":{"minLength":1,"maxLength":255},"description":{"maxLength":2000},"filters":{"maxItems":20},"hours":{"minLength":1,"maxLength":64},"due_soon":{"minimum":0,"maximum":604800000},"pause":{"maxItems":3}},
  updateSlaPolicy: {"name":{"minLength":1,"maxLength":255},"description":{"maxLength":2000},"filters":{"maxItems":20},"hours":{"minLength":1,"maxLength":64},"due_soon":{"minimum":0,"maximum":604800000},"pause":{"maxItems":3}},
  orderSlaPolicies: {"items":{"maxItems":50}},
  createSubscription: {"event":{"minLength":1,"maxLength":200},"target":{"minLength":1,"maxLength":2048}},
  updateSubscription: {"event":{"minLength":1,"maxLength":200},"target":{"minLength":1,"maxLength":2048}},
  replayDeliveries: {"from":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"},"to":{"pattern":"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"},"states":{"minItems":1,"maxItems":4}},
  rotateSubscriptionSecret: {"overlapHours":{"minimum":0,"maximum":168}},
  createSurvey: {"name":{"minLength":1,"maxLength":255},"position":{"minimum":0,"maximum":10000},"filters":{"maxItems":20},"delay":{"minimum":0,"maximum":604800000},"ask":{"maxLength":500},"min_team_messages":{"minimum":0,"maximum":100},"cooldown":{"minimum":0,"maximum":31536000000},"expires":{"minimum":3600000,"maximum":31536000000}},
  updateSurvey: {"name":{"minLength":1,"maxLength":255},"position":{"minimum":0,"maximum":10000},"filters":{"maxItems":20},"delay":{"minimum":0,"maximum":604800000},"ask":{"maxLength":500},"min_team_messages":{"minimum":0,"maximum":100},"cooldown":{"minimum":0,"maximum":31536000000},"expires":{"minimum":3600000,"maximum":31536000000}},
  createTag: {"tag":{"minLength":1,"maxLength":100},"color":{"pattern":"^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"}},
  updateTag: {"tag":{"minLength":1,"maxLength":100},"color":{"pattern":"^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"}},
  createView: {"name":{"minLength":1,"maxLength":255},"groups":{"minItems":1,"maxItems":50},"columns":{"maxItems":30},"position":{"minimum":0,"maximum":1000000}},
  updateView: {"name":{"minLength":1,"maxLength":255},"groups":{"minItems":1,"maxItems":50},"columns":{"maxItems":30},"position":{"minimum":0,"maximum":1000000}},
};
