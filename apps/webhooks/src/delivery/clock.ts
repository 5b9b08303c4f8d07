/** Tells the time; tests let days pass by it. */
export interface Clock {
  now(): Date;
}
