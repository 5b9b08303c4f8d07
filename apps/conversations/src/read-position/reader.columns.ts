/** How far one person has read a request. */
export interface ReadColumns {
  upto: number;
  unread: number;
  mentioned: boolean;
}

/** Joins the position of one person in `request r`. @param principal placeholder of the person */
export const readerOf = (principal: string, project = 'r.id_project'): string => `left join request_reader p
  on p.id_project = ${project} and p.request = r.id and p.principal = ${principal}`;

/** For the requester what others have said is unread, for everyone else what the requester has. */
export const unreadSql = (principal: string): string => `case when r.requester = ${principal}
  then h.visible_out - coalesce(p.read_out, 0) else h.visible_in - coalesce(p.read_in, 0) end`;

/** A mention in a message is read when the position reaches it, one in a note with the next position that is reported. */
const mentionedSql = `coalesce(p.mentioned_note or coalesce(p.mentioned_seq > p.upto_seq, false), false)`;

/** The select list that makes `ReadColumns` of `request_head h` and `readerOf`. */
export const readColumns = (principal: string): string =>
  `coalesce(p.upto_seq, 0) as upto, ${unreadSql(principal)} as unread, ${mentionedSql} as mentioned`;
