import type { Entity } from '../../shared/app/entities.ts';
import type { Tables } from '../../shared/app/tables.ts';
import type { ConnectionId, PlayerId } from '../../shared/core/ids.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { createFreshness, type Freshness } from './freshness.ts';
import type { Gateway } from './gateway.ts';
import { createLaws } from './laws.ts';
import type { Change, MemoryStore } from './memory-store.ts';
import { createPatience, type Patience } from './patience.ts';
import { checkHears, checkLiving, checkTold } from './told.ts';

/** Sees everything that is stored and told, and remembers what must not have happened. */
export interface Witness {
  readonly onCommit: (changes: readonly Change[]) => void;
  readonly onTold: (to: ConnectionId, message: ServerMessage) => void;
  readonly onAnswer: (player: PlayerId, connectedAtMs: number, answer: ServerMessage) => void;
  /** A use case threw: fine where it asks to be called again, else a bug. */
  readonly onFailure: (name: string, cause: unknown) => void;
  /** Looks at what passes without a commit. */
  readonly look: () => void;
  readonly bugs: readonly unknown[];
  readonly patience: Patience;
  readonly freshness: Freshness;
}

/** What a witness looks at; the store tells it of its commits. */
export interface Scene {
  readonly store: MemoryStore;
  readonly gateway: Gateway;
}

/** Errors by which a use case asks to be called again. */
const AGAIN = /contended|too busy|cannot be scored|could not be created|throttled/;

/** `initial`: what the store began with. */
export function createWitness(
  now: () => number,
  tables: Tables,
  scene: () => Scene,
  initial: readonly Entity[] = [],
): Witness {
  const patience = createPatience(now);
  const freshness = createFreshness(now, tables);
  const laws = createLaws(initial);
  const bugs: unknown[] = [];
  const guard = (check: () => unknown): void => {
    const checked = (async () => check())();
    void checked.catch((cause: unknown) => bugs.push(cause));
  };
  return {
    onCommit: (changes) => {
      guard(() => laws.onCommit(changes));
      guard(() => checkLiving(scene().gateway, changes));
      patience.onCommit(changes);
      freshness.onCommit(changes);
    },
    onTold: (to, message) => guard(() => checkTold(scene().store, laws, message, to)),
    onAnswer: (player, connectedAtMs, answer) => {
      guard(() => checkTold(scene().store, laws, answer, null));
      guard(() => checkHears(scene().store, player, connectedAtMs, answer));
    },
    onFailure: (name, cause) => {
      const causes = cause instanceof AggregateError ? cause.errors : [cause];
      const known = causes.every((one) => one instanceof Error && AGAIN.test(one.message));
      if (!known) bugs.push(new Error(`${name} failed`, { cause }));
    },
    look: () => {
      patience.look();
      guard(freshness.look);
    },
    bugs,
    patience,
    freshness,
  };
}
