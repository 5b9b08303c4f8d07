import type { Descriptions, ScopedDescriptions } from '../openapi-types.ts';
import { departmentStatusNames } from './numbers.ts';

const project: Descriptions = {
  name: 'Name of the project.',
  status: '100 live, 0 deleted.',
  activeOperatingHours: 'Whether operating hours apply; otherwise the project is always open.',
  operatingHours:
    'Weekly hours as JSON in a string: days `0` (Sunday) to `6`, each a list of `start` and `end`, and `tzname`.',
  timeSlots: 'Named hours by slot id: `name`, `active`, `hours`.',
  settings: 'Settings by key. A body may also set one alone by a flat key such as `settings.chat_limit_on`.',
  widget: 'Settings of the web widget, at most 64 kB.',
  attributes: 'Custom JSON object, at most 64 kB.',
  versions: 'Custom JSON value.',
  channels: 'Channels of the project.',
  ipFilterEnabled: 'Whether only addresses of `ipFilter` may call.',
  ipFilter: 'Addresses and blocks of addresses that may call.',
  ipFilterDenyEnabled: 'Whether addresses of `ipFilterDeny` are refused.',
  ipFilterDeny: 'Addresses and blocks of addresses that may not call.',
  bannedUsers: 'Bans of visitors and addresses.',
  profile: 'Constant that existing clients read: Parley sells no plans.',
  trialExpired: 'Always false.',
  trialDaysLeft: 'Always 0.',
  isActiveSubscription: 'Always true.',
  isopen: 'Whether the project, or the time slot, is open now.',
  holiday: 'Name of the holiday that closes it.',
  id: 'Principal id of the visitor to ban.',
  ip: 'IP address or block of addresses to ban.',
};

const holiday: Descriptions = {
  name: 'Name of the holiday.',
  from: 'First day, `YYYY-MM-DD`.',
  to: 'Last day, `YYYY-MM-DD`; by default the first. At most 366 days.',
  yearly: 'Whether it comes again each year.',
  spans: 'Hours of its days; empty: closed.',
  applies: '`project` for the operating hours, and ids of time slots; empty: all.',
  year: 'Only holidays with a day in this year.',
};

const hoursOfDay: Descriptions = {
  start: 'Begin, `HH:mm`.',
  end: 'End, `HH:mm` up to `24:00`; not part of it.',
};

const pushDevice: Descriptions = {
  key: 'Public key to subscribe with (VAPID), base64url. Absent: this installation sends no push notifications.',
  devices: 'The caller’s own push devices, newest first.',
  endpoint: 'Address of the browser’s push service. Never shown again.',
  keys: 'What payloads are encrypted for.',
  language: 'Language of the notifications; others than the six of the console count as English.',
  timezone: 'IANA time zone, in which the quiet hours of the person count. Default UTC.',
  shows_text: 'Whether notifications show names and the beginning of messages. Default false.',
};

const role: Descriptions = {
  name: 'Name of the role.',
  base: 'The role that it changes. On the wire its members have this role.',
  rights: 'What differs from the base: `true` gives a right, `false` takes one away.',
  visibility:
    'Which requests its members see at most: all, those of their departments, or those that they serve or follow.',
  effective_rights: 'All rights of its members.',
  role: 'The custom role.',
  changes: 'Names of the changed fields.',
};

const teammate: Descriptions = {
  id_user: 'The person: the user record, or its id. Absent for a visitor.',
  uuid_user: 'UUID of a visitor.',
  profile: 'Name and e-mail address of a visitor.',
  role: 'Role in the project. Any other value grants nothing.',
  role_id: 'Custom role, whose base is `role`. An empty string removes it.',
  rights: 'All that a member with a custom role may do.',
  visibility: 'Which requests a member with a custom role sees at most.',
  roleType: '1 for a teammate, 2 for a visitor.',
  profileStatus: 'The teammate’s own status text, at most 64 characters.',
  presence: 'Whether a socket of the person is connected. Routing does not consider it.',
  isAuthenticated: 'False for anonymous visitors.',
  max_served_chat: 'Seats of the teammate. Absent, -1 or null: no limit of their own.',
  max_assigned_chat: 'The same value as `max_served_chat`, under the name that existing clients know.',
  number_assigned_requests: 'Requests that hold a seat of the teammate. In a body it is ignored.',
  isBusy: 'Whether all seats of the teammate are taken.',
  attributes: 'Custom JSON object, at most 16 kB.',
  settings: 'Settings of the teammate. A body may also set one alone by a flat key such as `settings.sound`.',
  tags: 'Tags of the teammate, at most 50.',
  status: '`active`, or `disabled` without access.',
  trashed: 'Whether the teammate was removed.',
  last_login_at: 'When the person last signed in, UTC.',
  email: 'E-mail address of the visitor.',
  _id: 'Id of the membership: the teammate id.',
};

const department: Descriptions = {
  name: 'Name of the department, 1 to 128 characters.',
  description: 'Description of the department.',
  routing:
    '`assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one.',
  id_bot: 'Bot that answers first.',
  bot_only: 'Stored without effect.',
  hasBot: 'Whether a bot answers first.',
  id_group: 'Group that the department routes to; absent: all teammates.',
  groups: 'Groups that the department routes to.',
  online_msg: 'Text for visitors while the project is open.',
  offline_msg: 'Text for visitors while the project is closed.',
  default: 'Whether it is the default department; each project has exactly one.',
  status: { text: '1 visible, 0 not in the widget, -1 not in lists.', numbers: departmentStatusNames },
  tags: 'Tags of the department.',
};

const user: Descriptions = {
  emailverified: 'Whether the e-mail address is verified.',
  status: '100 active, 0 deleted.',
  description: 'About the person.',
  signedInAt: 'When the person last signed in, UTC.',
  attributes: 'Custom JSON object, at most 16 kB.',
  phone: 'Phone number in E.164 form, such as `+393331234567`.',
  email: 'E-mail address, lower case.',
  updatedUser: 'The user after the change.',
  oldpsw: 'Current password.',
  newpsw: 'New password, 8 to 256 characters.',
  invitation: 'Code of an invitation to accept.',
  id_project: 'Id of the project to sign in to.',
  fullName: 'First and last name.',
};

const invitation: Descriptions = {
  email: 'E-mail address that is invited.',
  role: 'Role that the person will have.',
  user_available: 'Whether the person will take requests from the start.',
  expiresAt: 'When the invitation expires, UTC.',
  project_name: 'Name of the project.',
  pendingInvitation: 'The invitation.',
  id_project: 'Id of the project.',
};

const labels: Descriptions = {
  lang: 'Language, upper case, such as `PT-BR`.',
  data: 'Texts by key, at most 300; `ARRAY_DAYS` has seven texts, Monday first.',
  category: 'Category, for user interfaces.',
  default: 'Whether it is the default language.',
  deletedCount: '1 if there were labels, else 0.',
};

const canned: Descriptions = {
  title: 'Title, at most 200 characters; an empty one removes it.',
  text: 'Text, 1 to 10,000 characters. Clients replace placeholders such as `$recipient_name`.',
  shared: 'Whether the whole team sees it or only its author.',
  status: '100 live, 1000 deleted.',
};

const group: Descriptions = {
  name: 'Name of the group.',
  members: 'User ids of the teammates in the group.',
  enabled: 'Whether the group serves. A disabled group has no members for routing.',
  trashed: 'Whether the group was removed. In a body only `false`, which restores it.',
};

const tag: Descriptions = {
  tag: 'Name of the tag, 1 to 100 characters, unique within the project.',
  color: 'Colour, such as `#1fc` or `#11ffcc`.',
};

export const workspaceMembers: ScopedDescriptions = {
  ProjectView: project,
  Projects: project,
  'ProjectView.profile': { name: 'Always `Custom`.', type: 'Always `payment`.' },
  BanView: { id: 'Principal id that is banned.', ip: 'IP address or block of addresses that is banned.' },
  AvailableTeammateView: {
    id: 'User id.',
    pu_id: 'Teammate id.',
    fullname: 'Full name; for callers who are not agents, only the first name.',
    email: 'E-mail address. For agents only.',
    assigned_request: 'Requests that hold a seat of the teammate. For agents only.',
  },
  TeammateView: teammate,
  OwnProjectView: { ...teammate, id_project: 'The project.' },
  Teammates: teammate,
  searchTeammate: { _id: 'User id.' },
  presence: { status: '`online` or `offline`.', changedAt: 'When it last changed, UTC.' },
  TeammateUserView: user,
  UserView: user,
  SignedInUserView: user,
  UserUpdate: user,
  Users: user,
  'Sign-in': user,
  'signInAnonymously.user': user,
  signInWithCustomToken: {
    user: 'Claims of the custom token, with `_id`, `id`, `fullName` and `role`; of a token of ours, its record.',
  },
  InvitationView: invitation,
  MailedInvitationView: invitation,
  Invitations: invitation,
  PublicDepartmentView: department,
  DepartmentRecordView: department,
  Departments: department,
  groups: { group_id: 'Id of the group.', percentage: 'Share of the group. Stored without effect.' },
  GroupView: group,
  Groups: group,
  ImportView: {
    name: 'Name of the project.',
    source: 'System that the records come from.',
    state: '`verified` waits to be activated, `failed` is incomplete, `stopped` is resumed by the same command.',
    kind: 'Kind of record that is being loaded.',
    progress: 'Records by kind.',
    rate: 'Records a second, of this kind.',
    remaining: 'Records that are left, of all kinds.',
    quarantined: 'Records that were refused, of all kinds.',
    startedBy: 'Who runs the program.',
  },
  'ImportView.progress': { done: 'Number loaded.', total: 'Number there is.', quarantined: 'Number refused.' },
  ImportListView: { imports: 'The imports of the page.' },
  HolidayView: holiday,
  Holidays: holiday,
  'HolidayView.spans': hoursOfDay,
  'Holidays.spans': hoursOfDay,
  PushDeviceView: pushDevice,
  'Push notifications': pushDevice,
  'savePushDevice.keys': {
    p256dh: 'Public key of the subscription, base64url.',
    auth: 'Secret of the subscription, base64url.',
  },
  RoleView: role,
  Roles: role,
  LabelsView: { data: 'One entry per language.' },
  PublicLabelsView: { data: 'One entry per language.' },
  LabelEntryView: labels,
  ResolvedLabelsView: labels,
  ShippedLabelsView: labels,
  Labels: labels,
  deleteLabels: { ...labels, data: 'One entry per language.' },
  CannedResponseView: canned,
  'Canned responses': canned,
  TagRecordView: tag,
  Tags: tag,
  WidgetSettingsView: {
    project: 'The project, as far as visitors may see it.',
    user_available: 'Teammates who are available now; empty while the project is closed.',
    departments: 'Departments that the widget offers.',
    ip: 'IP address of the caller.',
    open: 'Whether the project is open now, by its operating hours.',
    uploads: 'What visitors may upload.',
    labels: 'Texts in the requested language.',
    botsRules: 'Rules of bots: when to open the widget or to send a proactive message.',
  },
  'WidgetSettingsView.project': { ...project, id: 'The same value as `_id`.' },
  'WidgetSettingsView.open': {
    isopen: 'Whether the project is open now.',
    next_change_at: 'When that changes next, UTC; absent if there is no change within 14 days.',
    timezone: 'Time zone of the operating hours, an IANA name.',
  },
  'WidgetSettingsView.uploads': {
    maxBytes: 'Largest file in bytes.',
    types: 'File extensions and media types, as for the `accept` of a file input.',
  },
  'WidgetSettingsView.labels': labels,
  'WidgetSettingsView.user_available': { id: 'User id.' },
  settings: {
    allowed_urls: 'Whether only pages of the listed sites may show the widget.',
    allowed_urls_list: 'Those sites: origins, or `*.example.com`, with or without port.',
    allow_send_emoji: 'Whether visitors may send emoji.',
    allowed_upload_extentions: 'File extensions that may be uploaded, spelt as existing clients know it.',
  },
};
