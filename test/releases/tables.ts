import type { TableName } from '../../functions/aws/item.ts';
import type { Plan } from '../../infra/local/template/plan.ts';
import { present } from '../../shared/core/assert.ts';

const VARIABLES = {
  games: 'GAMES_TABLE',
  arenas: 'ARENAS_TABLE',
  players: 'PLAYERS_TABLE',
} as const satisfies Record<TableName, string>;

const NAMES = Object.keys(VARIABLES) as readonly TableName[];

/** The deployed name of each table; a stack may call them as it likes. */
export function tableNamesOf({ functions }: Plan): Readonly<Record<TableName, string>> {
  const all = Object.assign({}, ...functions.map(({ environment }) => environment)) as Readonly<
    Record<string, string>
  >;
  const entries = NAMES.map((name) => [name, present(all[VARIABLES[name]], VARIABLES[name])]);
  return Object.fromEntries(entries) as Record<TableName, string>;
}

/** And the other way round. */
export function tablesOf(plan: Plan): (deployed: string) => TableName {
  const names = tableNamesOf(plan);
  return (deployed) =>
    present(
      NAMES.find((name) => names[name] === deployed),
      `table ${deployed}`,
    );
}
