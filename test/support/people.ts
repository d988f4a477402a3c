import type { Ports } from '../../shared/app/ports.ts';
import { showPerson } from '../../shared/app/show-person.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { PersonView } from '../../shared/protocol/person-view.ts';

/** What showing a person takes. */
export type Shows = Pick<Ports, 'store' | 'tables' | 'now'>;

/** A page of a person; a refusal throws. */
export async function personOn(
  ports: Shows,
  player: PlayerId,
  cursor: string | null = null,
): Promise<PersonView> {
  const person = await showPerson(ports, player, cursor);
  if (!person.ok) throw new Error(person.error.code);
  return person.value;
}
