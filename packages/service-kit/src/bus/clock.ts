/** Time as the in-process bus sees it; tests advance it by hand. */
export interface Clock {
  /** @returns cancels it */
  after(ms: number, run: () => void): () => void;
}

/** Real time. */
export const systemClock: Clock = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    // A redelivery that is due keeps no process alive: the outbox still has the event.
    timer.unref();
    return () => clearTimeout(timer);
  },
};
