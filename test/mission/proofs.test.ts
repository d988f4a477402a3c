import { describe, expect, it } from 'vitest';
import { DONE_PARTS, flawOf, flawOfPart, isNamed, PARTS, testsIn } from '../support/proofs.ts';

const SOURCE = `
  // a/b#1: told here.
  it('stands alone', () => {});
  const MORE = [['from a constant', 1]] as const;
  /** c/d#2 */
  const ROWS: readonly Row[] = [
    // e/f#3
    ['first row', 1],
    { name: 'second row' },
    ...MORE,
  ];
  describe('a group', () => {
    const rows = [['row of a group', 1]];
    it.each(rows)('%s of rows', () => {});
    it.each([...ROWS, 'third row'])('%s of a table', () => {});
    // it('is a comment', () => {});
    console.log("it('is a text', () => {})");
  });
  describe.each(ROWS)('%s of groups', () => {
    const rows = [['row of another group', 1]];
    it.each(rows)('%s of other rows', () => {});
    test('in every group', () => {});
  });
  it.each(ROWS.map(worse))('computed %s', () => {});
  it('said twice', () => {});
  it('said twice', () => {});
`;
const titles = (source: string): string[] => testsIn(source).map(({ title }) => title);

/** Written apart, so that this file leaves out no test of its own. */
const left = (word: string, how: string): string => `${word}.${how}`;

describe('the tests of a file', () => {
  it('are its calls and the rows of their tables', () => {
    expect(titles(SOURCE)).toEqual([
      'stands alone',
      '%s of rows',
      'row of a group',
      '%s of a table',
      'first row',
      'second row',
      'from a constant',
      'third row',
      '%s of other rows',
      'row of another group',
      'in every group',
      'computed %s',
      'said twice',
      'said twice',
    ]);
  });

  it('say what their title and the comment above say, and nothing of their neighbours', () => {
    const said = testsIn(SOURCE).filter(({ says }) => /#\d/.test(says));

    expect(said.map(({ title, says }) => [title, says.match(/\w\/\w#\d/g)])).toEqual([
      ['stands alone', ['a/b#1']],
      ['first row', ['e/f#3']],
    ]);
  });

  it.each([
    `${left('it', 'skip')}('title', () => {})`,
    `${left('it', 'todo')}('title')`,
    `${left('it', 'fails')}('title', () => {})`,
    `${left('it', 'skip')}.each([['title']])('%s', () => {})`,
    `${left('describe', 'skip')}('group', () => { it('title', () => {}); })`,
    `${left('describe', 'skipIf')}(FOLDER === null)('group', () => { it('title', () => {}); })`,
    `${left('describe', 'runIf')}(x)('group', () => { describe('b', () => { it('title'); }); })`,
  ])('do not always run: %s', (source) => {
    expect(testsIn(source).filter(({ title }) => title === 'title')).toMatchObject([
      { runs: false },
    ]);
  });

  it('run where nothing leaves them out', () => {
    expect(testsIn(SOURCE).filter(({ runs }) => !runs)).toEqual([]);
  });
});

describe('a proof', () => {
  const file = 'test/mission/proofs.test.ts';
  const test = 'is sound when its file has one such test';

  it('is sound when its file has one such test', () => {
    expect(flawOf({ file, test })).toBeNull();
  });

  // g/h#4
  it('names its report above or in its title', () => {
    const named = { file, test: 'names its report above or in its title' };

    expect(flawOf(named, ['x/y#1', 'g/h#4'])).toBeNull();
    expect(flawOf(named, ['g/h#40'])).toContain('names none of g/h#40');
    expect(flawOf({ file, test }, ['g/h#4'])).toContain('names none of g/h#4');
  });

  it.each([
    ['test/mission/none.test.ts', 'does not exist'],
    ['test/rules/oware.deep.ts', 'no file of'],
    [file, 'has 0 tests'],
  ])('is none in %s: %s', (wrong, flaw) => {
    expect(flawOf({ file: wrong, test: 'is nowhere to be found' })).toContain(flaw);
  });

  it('is none where two tests have its name', () => {
    // Both tables of tie-break orders have this text.
    const twice = { file: 'test/protocol/rules-page.test.ts', test: 'auto' };

    expect(flawOf(twice)).toMatch(/has \d+ tests named "auto"/);
  });

  it('is missing where its part is done', () => {
    expect(PARTS.filter((part) => flawOfPart(part) === null)).toEqual(
      PARTS.filter((part) => !DONE_PARTS.includes(part)),
    );
    expect(flawOfPart(7 as never)).toContain('no part 7');
  });
});

describe('a report', () => {
  it.each([
    ['lichess-org/lila#222', 'see lichess-org/lila#222: more', true],
    ['lichess-org/lila#222', 'lichess-org/lila#2221', false],
    ['a/b#2', 'a/b#22, a/b#2', true],
    ['a/b#2', 'a/b PR #2', true],
    ['a/b#2', 'b#2', false],
  ])('%s in "%s": %s', (name, text, expected) => {
    expect(isNamed(name, text)).toBe(expected);
  });
});
