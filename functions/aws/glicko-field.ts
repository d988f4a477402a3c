import type { Rating } from '../../shared/game/glicko.ts';
import { codec, type Field, field, number, orNull } from './codec.ts';

const ratingCodec = codec<Rating>({
  rating: number('r'),
  deviation: number('d'),
  volatility: number('v'),
  games: number('g'),
  ratedAtMs: orNull('t', number('t')),
});

/** A rating as one attribute; numbers keep every digit. */
export const glicko = (name: string): Field<Rating> =>
  field(
    name,
    (value) => ({ M: ratingCodec.encode(value) }),
    (stored) => ratingCodec.decode(stored.M ?? {}),
  );
