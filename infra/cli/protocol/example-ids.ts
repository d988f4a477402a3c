import { present } from '../../../shared/core/assert.ts';
import { type ArenaId, type GameId, type PlayerId, parseId } from '../../../shared/core/ids.ts';

/** Who and what the examples speak of. */
export const ARENA = present(parseId<ArenaId>('7kQ2mX9aB4c'), 'id of an arena');
export const GAME = present(parseId<GameId>('3fT8nW1zY6d'), 'id of a game');
export const EARLIER_GAME = present(parseId<GameId>('2eS7mV0yX5c'), 'id of a game');
export const AMA = present(parseId<PlayerId>('1aB2cD3eF4g'), 'id of a player');
export const KOFI = present(parseId<PlayerId>('5hJ6kL7mN8p'), 'id of a player');
export const ESI = present(parseId<PlayerId>('9qR0sT1uV2w'), 'id of a player');
