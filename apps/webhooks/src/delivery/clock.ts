/** The current time; tests advance it. */
export interface Clock {
  now(): Date;
}
