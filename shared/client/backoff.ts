const FIRST_MS = 1_000;
/** A crowd that has lost its lines at once comes back over this time. */
export const SPREAD_MS = 60_000;
/** So many doublings of the first pause are the whole spread. */
const FAILURES_OF_A_CROWD = Math.ceil(Math.log2(SPREAD_MS / FIRST_MS));

/** Close codes "service restart" and "try again later" (IANA, WebSocket close code numbers). */
const RESTART = 1012;
const TRY_AGAIN_LATER = 1013;

/**
 * Failures in a row after a line was lost. A server that says that it goes down says so to all, so
 * its code counts as many failures: nobody may take that drop for one of his own.
 */
export const failuresAfter = (failures: number, code: number | undefined): number =>
  code === RESTART || code === TRY_AGAIN_LATER ? FAILURES_OF_A_CROWD : failures + 1;

/** Exponential back-off with full jitter (ms): `random` in [0, 1) of a ceiling that doubles. */
export const pauseMs = (failures: number, random: number): number =>
  Math.floor(random * Math.min(SPREAD_MS, FIRST_MS * 2 ** failures));
