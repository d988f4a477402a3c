import type { FunctionName } from './function-table.ts';

/**
 * Lambda keeps so many environments of an account for functions without a share. A stage that
 * reserves takes nearly all others of 1,000, so only one stage of an account can hold an event.
 */
export const UNRESERVED = 100;

/**
 * With `-c event=true`: how many environments of a function may run at once, which nobody else can
 * take meanwhile. Computed for 10,000 players in games of 3 minutes: 1,944 moves a second, 500 new
 * connections a second, each call as long as on a slow day. Without an event none is reserved: an
 * empty account may run 10 in all. A share of 0 set by hand stops one function and no other.
 */
export const RESERVED: Readonly<Record<FunctionName, number>> = {
  /** 500 connections/s x 100 ms. */
  authorize: 50,
  /** As many, and as many that leave. */
  presence: 100,
  /** 1,944 moves/s x 20 ms = 39; five times as long while a database or a post is slow. */
  move: 200,
  /** Offers, claims, resignations: one for ten moves at most. */
  game: 40,
  /** 1,000 leases/s of those who wait and 500 reconnects/s, x 60 ms. */
  lobby: 100,
  /** 1,000 requests/s x 60 ms, and slow pages of exports. */
  http: 100,
  // One batch of a shard at a time: a table that was warmed up to 40,000 writes/s has 40 shards.
  score: 40,
  arm: 40,
  pair: 40,
  standings: 40,
  /** Twenty arenas that start or end in the same minute. */
  lifecycle: 20,
  /** As many as `streams.ts` lets read the queues at once: more would fail and count as tries. */
  clock: 50,
  announce: 10,
  // One run at a time, and one that is late.
  sweep: 2,
  series: 2,
};
