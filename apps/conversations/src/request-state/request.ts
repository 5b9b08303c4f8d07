import {
  isWaiting,
  type LocationView,
  type NoteView,
  type Priority,
  RequestStatus,
  type SnapshotView,
  type TagView,
} from '@parley/contracts';

/** A request as this service stores it. A missing value is `null`. */
export interface SupportRequest {
  projectId: string;
  id: string;
  requestId: string;
  ticketId: number;
  version: number;
  /** `seq` of the newest message. */
  lastSeq: number;
  historySeq: number;
  createdAt: Date;
  updatedAt: Date;
  /** Last message or change of status. */
  activeAt: Date;
  createdBy: string;
  status: RequestStatus;
  preflight: boolean;
  draft: boolean;
  imported: boolean;
  smartAssignment: boolean;
  workingStatus: string | null;
  /** Principal id of the requester: user id or uuid_user. */
  requester: string;
  /** `_id` of the requester's membership. */
  requesterTeammate: string | null;
  /** `_id` of the lead. */
  leadId: string;
  contact: { phone?: string; email?: string; external_id?: string };
  firstText: string;
  subject: string | null;
  language: string | null;
  sourcePage: string | null;
  userAgent: string | null;
  channel: string;
  channelOutbound: string;
  priority: Priority;
  location: LocationView | null;
  attributes: Record<string, unknown>;
  departmentId: string | null;
  /** User ids and `bot_<id>`, in order of joining. */
  participants: string[];
  hasBot: boolean;
  /** Teammate ids. */
  followers: string[];
  tags: TagView[];
  notes: NoteView[];
  snapshot: SnapshotView;
  rating: number | null;
  ratingMessage: string | null;
  /** Milliseconds. */
  waitingTime: number | null;
  firstResponseAt: Date | null;
  assignedAt: Date | null;
  closedAt: Date | null;
  closedBy: string | null;
  /** Milliseconds. */
  duration: number | null;
  /** Teammate id → ms since the epoch, of the agents who left it. On the wire `attributes.abandoned_by_project_users`. */
  abandonedBy: Record<string, number>;
  /** Decides the position in the queue. */
  waitingSince: Date;
  /** The queue skips it until then. */
  queueAfter: Date | null;
  /** A human has served it since it was last opened. */
  humanServed: boolean;
  /** Assigned by routing to a human who has not yet sent a visible message. */
  untouched: boolean;
  /** First visible message of the requester. */
  requesterFirstAt: Date | null;
  /** Messages of bots since the requester's last one. */
  botStreak: number;
}

/** Clients compare with this literal. */
export const defaultChannel = 'chat21';

const botPrefix = 'bot_';
export const isBot = (member: string): boolean => member.startsWith(botPrefix);
/** A bot as participants, senders and authors name it. */
export const botMember = (id: string): string => botPrefix + id;
/** The `_id` of a bot, however it is named. */
export const bareId = (name: string): string => (isBot(name) ? name.slice(botPrefix.length) : name);
export const humansOf = (request: Pick<SupportRequest, 'participants'>): string[] =>
  request.participants.filter((member) => !isBot(member));
export const botsOf = (request: Pick<SupportRequest, 'participants'>): string[] => request.participants.filter(isBot);

/** The users whose seats the request occupies. Source: contract 20 section 6.4. */
export function seatHolders(request: SupportRequest): string[] {
  const counts = request.status === RequestStatus.served && !request.draft && request.workingStatus !== 'pending';
  return counts ? humansOf(request) : [];
}

/** Waiting requests that the queue may serve. Source: contract 20 section 6.5. */
export function isWaitingForHuman(request: SupportRequest): boolean {
  return isWaiting(request.status) && !request.preflight && request.smartAssignment && !request.imported;
}
