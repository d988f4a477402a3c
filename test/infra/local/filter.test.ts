import { describe, expect, test } from 'vitest';
import { matches, parsePattern } from '../../../infra/local/streams/filter.ts';

const EVENT = {
  eventName: 'MODIFY',
  dynamodb: { NewImage: { st: { S: 'DONE' }, n: { N: '3' } }, OldImage: { st: { S: 'LIVE' } } },
};
const image = (st: unknown) => ({ dynamodb: { NewImage: { st: { S: st } } } });

describe('a pattern', () => {
  test.each<[string, object, boolean]>([
    ['exact', image(['DONE']), true],
    ['another value', image(['LIVE']), false],
    ['one of several', image(['LIVE', 'DONE']), true],
    ['a number against the text of a number', { dynamodb: { NewImage: { n: { N: [3] } } } }, false],
    ['all leaves', { eventName: ['MODIFY'], ...image(['DONE']) }, true],
    ['all leaves but one', { eventName: ['INSERT'], ...image(['DONE']) }, false],
    ['prefix', image([{ prefix: 'DO' }]), true],
    ['another prefix', image([{ prefix: 'X' }]), false],
    ['anything but', image([{ 'anything-but': 'LIVE' }]), true],
    ['anything but one of several', image([{ 'anything-but': ['LIVE', 'DONE'] }]), false],
    ['anything but, on nothing', { dynamodb: { Keys: [{ 'anything-but': 'a' }] } }, false],
    ['exists', image([{ exists: true }]), true],
    ['does not exist', image([{ exists: false }]), false],
    ['nothing there', { dynamodb: { Gone: { st: { S: [{ exists: false }] } } } }, true],
    ['nothing there, wanted', { dynamodb: { Gone: { st: { S: ['a'] } } } }, false],
    ['an inherited name', { constructor: { name: ['Object'] } }, false],
  ])('%s', (_name, pattern, expected) => {
    expect(matches(parsePattern(JSON.stringify(pattern)), EVENT)).toBe(expected);
  });

  test.each([
    image([{ numeric: ['>', 3] }]),
    image([{ suffix: 'E' }]),
    image([{ 'anything-but': { prefix: 'L' } }]),
    image('DONE'),
  ])('%j is refused', (pattern) => {
    expect(() => parsePattern(JSON.stringify(pattern))).toThrow(/filter/);
  });
});
