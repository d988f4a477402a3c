import { describe, expect, it } from 'vitest';
import type { PlayerId } from '../../shared/core/ids.ts';
import { readAllowList, writeAllowList } from '../../shared/protocol/allow-list-csv.ts';
import { playerId } from '../support/builders.ts';

const [ama, kofi] = [playerId(1), playerId(2)];
const both = { players: [ama, kofi], accounts: [] };

describe('a list of players as CSV', () => {
  it.each<[string, string, object]>([
    ['one column', `player\n${ama}\n${kofi}\n`, both],
    ['without a line end at the end', `player\n${ama}\n${kofi}`, both],
    ['CRLF', `player\r\n${ama}\r\n${kofi}\r\n`, both],
    ['quotes', `"player"\n"${ama}"\n"${kofi}"\n`, both],
    ['a byte order mark', `\ufeffplayer\n${ama}\n${kofi}\n`, both],
    ['both of these', `\ufeff"player"\n"${ama}"\n${kofi}\n`, both],
    ['blank lines', `\nplayer\n\n${ama}\n   \n\n${kofi}\n\n`, both],
    ['cells without anything', `player,account\n,\n${ama},\n${kofi},\n`, both],
    ['blanks around', ` Player \n ${ama} \n${kofi}\t\n`, both],
    ['a name beside', `player,name\n${ama},"Doe, Ama"\n${kofi},\n`, both],
    ['a name with a line end in it', `player,name\n${ama},"A\nB"\n${kofi},x\n`, both],
    [
      'accounts',
      'account\ngoogle|1\n"a ""b"", c"\n',
      { players: [], accounts: ['google|1', 'a "b", c'] },
    ],
    ['both', `account,player\ns1,\n,${ama}\ns2,${kofi}\n`, { ...both, accounts: ['s1', 's2'] }],
    ['a header alone', 'player\n', { players: [], accounts: [] }],
  ])('is read: %s', (_, text, expected) => {
    expect(readAllowList(text)).toEqual({ ok: true, value: expected });
  });

  const cells = 'as many cells as the header';
  const header = 'a header with player, account or both';
  it.each<[string, string, string, string]>([
    ['nothing', '', 'line 1', header],
    ['no header', `${ama}\n${kofi}\n`, 'line 1', header],
    ['a column that nobody knows', `player,rating\n${ama},1\n`, 'line 1', header],
    ['a name alone', 'name\nAma\n', 'line 1', header],
    ['a column twice', `player,player\n${ama},${kofi}\n`, 'line 1', header],
    ['an id that is none', `player\n${ama}\nAma\n`, 'line 3', 'the id of a player'],
    ['an id of more than 64 bits', 'player\nzzzzzzzzzzz\n', 'line 2', 'the id of a player'],
    ['after blank lines', `player\n\n\n${ama}\n\nx\n`, 'line 6', 'the id of a player'],
    [
      'after a cell of two lines',
      `player,name\n${ama},"A\nB"\nx,y\n`,
      'line 4',
      'the id of a player',
    ],
    ['a name without a player', `player,name\n,Ama\n`, 'line 2', 'a player or an account'],
    ['too many cells', `player\n${ama},x\n`, 'line 2', cells],
    ['too few cells', `player,account\n${ama}\n`, 'line 2', cells],
    [
      'an account too long',
      `account\n${'x'.repeat(256)}\n`,
      'line 2',
      'a subject of 1 to 255 characters',
    ],
    ['a quote that does not end', `player\n${ama}\n"${kofi}\n`, 'line 3', 'CSV as RFC 4180 has it'],
    ['a quote in the midst', `player\n${ama}\n${kofi}"x"\n`, 'line 3', 'CSV as RFC 4180 has it'],
    ['JSON', '{"players":[]}', 'line 1', 'CSV as RFC 4180 has it'],
  ])('is refused with the line that is wrong: %s', (_, text, field, expected) => {
    expect(readAllowList(text)).toEqual({
      ...{ ok: false, error: { code: 'invalid', field, expected } },
    });
  });

  it('that was written can be read again, and no name of it is a formula', () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'Doe, "Ama"', ''];
    const players = names.map((name, who) => ({ player: playerId(who), name }));
    const text = writeAllowList(players);
    const [first, ...lines] = text.trim().split('\r\n');

    expect(first).toBe('player,name');
    expect(lines).toHaveLength(names.length);
    for (const line of lines) expect(line).not.toMatch(/,"?[=+\-@\t]/);
    const ids: PlayerId[] = players.map(({ player }) => player);
    expect(readAllowList(text)).toEqual({ ok: true, value: { players: ids, accounts: [] } });
  });
});
