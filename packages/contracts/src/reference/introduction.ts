/** What a reader should know before the first call. */
export const introduction = `Parley is a backend for customer conversations: live chat, tickets and bots. This is its REST API, version 3. [\`/asyncapi.json\`](/asyncapi.json) describes the WebSocket and the calls of webhooks.

## Authentication

Send \`Authorization: Bearer <token>\` (or \`JWT <token>\`), or \`Basic\` with the e-mail address and password of a user. \`POST /v3/auth/signin\` returns a token; visitors get one from \`/v3/auth/signinAnonymously\` or, signed by your own server, from \`/v3/auth/signinWithCustomToken\`. Most operations need a membership of the project in the path. Roles, each including the ones before it: guest, user, agent, admin, owner. The description of an operation says its minimum role, and which kinds of callers may call it if not all people: \`user\` (has an account), \`provisioned\` (an agent of your own server), \`guest\` (an anonymous visitor) and \`external\` (a visitor with a custom token). Bots and webhooks call with tokens of their own.

## Ids and records

An id is 24 lower-case hexadecimal characters; ids sort by creation. A \`request_id\` is chosen by the client: \`support-group-<id_project>-<32 hexadecimal characters>\`. Records carry \`_id\` and \`id\` (the same value) and \`__v\`, which grows by 1 with each stored change. Times are ISO 8601 in UTC with milliseconds; durations are milliseconds. A member without a value is left out. Unknown members of a body are ignored.

## Addresses

Some paths look alike to tools, such as \`/v3/projects/{id_project}\` and \`/v3/{id_project}/requests\`. A literal segment takes precedence over a parameter, from left to right; no id equals such a word. Operations under *Other addresses* are aliases: they do what the operation in \`x-alias-of\` does, and remain for existing clients. New clients use the main path.

## Paging

Lists take \`page\` (from 0) and \`limit\` (at most 200), or \`cursor\`. \`Link: <…>; rel="next"\` points to the next page by cursor: follow it, because it costs the same at any depth. \`sortField\` names one of a closed list of members; \`direction\` is \`1\` or \`-1\`.

## Safe writes

A write with an \`Idempotency-Key\` (1 to 255 printable characters) is carried out once: for 24 hours, the same key returns the stored answer with \`Idempotency-Replayed: true\`. Single records carry an \`ETag\`: \`If-None-Match\` on a read answers 304, \`If-Match\` on a change answers 412 when the record has changed since.

## Limits

By default 600 calls a minute for a signed-in caller in a project, 200 for a guest, 20 per IP address for signing in. Answers carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`; a 429 carries \`Retry-After\` and names the limit. A JSON body may have 500 kB unless the operation says otherwise.

## Errors

Errors are problem documents (RFC 9457, \`application/problem+json\`). Branch on \`code\`, which is stable; \`msg\` is for people. After a 401 \`token_expired\`, sign in again; \`role_too_low\` names the \`requiredRole\`. A 422 lists all invalid members in \`errors\`. Three errors are a sentence in \`text/plain\`, as existing clients expect: a body that is not JSON (400), a malformed \`Authorization\` header, and a call without TLS where TLS is required (403). Records that the caller may not see are answered with 404. Quote \`requestId\` when you report a problem.
`;
