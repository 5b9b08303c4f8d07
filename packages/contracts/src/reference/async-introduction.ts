/** What a reader of the AsyncAPI document should know first. */
export const asyncIntroduction = `What Parley sends on its own: frames of the WebSocket at \`/v3/ws\`, and calls to the receivers of webhooks. The REST API is described at \`/openapi.json\`.

## Socket

Every frame is \`{"action": …, "payload": …}\`. Subscribe to topics: the first frame of a topic is a snapshot, the following ones are changes, each with a \`cursor\`. After a lost connection, subscribe with \`after: <cursor>\` and receive what was missed. Cursors are those of \`GET /v3/{id_project}/changes\`. What a follower may not see is filtered per frame, by their role and groups at that moment.

## Webhooks

Each delivery carries the headers of Standard Webhooks. Verify \`webhook-signature\` over \`<webhook-id>.<webhook-timestamp>.<body>\` with the secret of the subscription, refuse old timestamps, and use \`webhook-id\` as the key against duplicates: delivery is at least once. \`__v\` of a record (\`seq\` of a message) tells which of two states is newer.
`;
