import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of concurrent calls of one connection. */
const callsAtOnce = 8;
/** Calls behind those are not handled. Node holds each until its connection ends, so beyond this many it ends at once. */
const maxUnhandled = 64;

interface Pipeline {
  /** Answers behind another, and the one that has left the queue last. */
  queued: Set<ServerResponse>;
  isFull: boolean;
  unhandled: number;
}

/**
 * Bounds what one connection can have under way by pipelining: the call that reaches the bound is answered with `Connection: close`,
 * and those behind it are not handled (RFC 9112, 9.3.2). Every answer that is handled emits `close`, also one that is still queued when
 * its connection closes: releases of Node 24 before 24.21 emit it for the first answer of a connection alone.
 */
export function boundPipelining(handle: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (req, res) => {
    // An answer has the connection from its beginning, unless another one has it: the ordinary case costs nothing.
    if (res.socket !== null) return void handle(req, res);

    const pipeline = pipelines.get(req.socket) ?? openPipeline(pipelines, req);
    if (pipeline.isFull) {
      pipeline.unhandled += 1;
      if (pipeline.unhandled > maxUnhandled) req.socket.destroy();
      return;
    }
    pipeline.queued.add(res);
    res.once('close', () => pipeline.queued.delete(res));
    // The first one of all is in no queue.
    if (pipeline.queued.size === callsAtOnce - 1) {
      pipeline.isFull = true;
      res.shouldKeepAlive = false;
    }
    handle(req, res);
  };
}

function openPipeline(pipelines: WeakMap<Socket, Pipeline>, { socket }: IncomingMessage): Pipeline {
  const pipeline: Pipeline = { queued: new Set(), isFull: false, unhandled: 0 };
  pipelines.set(socket, pipeline);
  socket.once('close', () => {
    for (const res of pipeline.queued) closeQueued(res);
  });
  return pipeline;
}

/** As Node does for the answer that has the connection, and in later releases for all. */
function closeQueued(res: ServerResponse): void {
  if (res.destroyed || res.socket !== null) return;
  res.destroyed = true;
  res.emit('close');
}
