import { describe, expect, it } from 'vitest';
import { itemBytes, numberBytes } from '../../../../infra/local/dynamodb/item-size.ts';

describe('the size of an item', () => {
  it.each([
    ['0', 1],
    ['7', 2],
    ['42', 2],
    ['100', 2], // 01|00: trailing pair of zeros
    ['110', 3], // 01|10
    ['1000', 2],
    ['1001', 3],
    ['123456', 4],
    ['3.14159', 5], // 03|.14|15|90
    ['0.001', 2], // 00|.00|10
    ['-1', 3],
    ['-123.5', 5],
    ['1796014205091', 8],
  ])('counts the number %s as %i bytes', (number, bytes) => {
    expect(numberBytes(number)).toBe(bytes);
  });

  it.each([
    [{ ab: { S: 'abc' } }, 5],
    [{ é: { S: '€' } }, 5], // UTF-8, names too
    [{ a: { S: '😀' } }, 5],
    [{ a: { B: 'AAECAw==' } }, 5], // four bytes
    [{ a: { BOOL: false } }, 2],
    [{ a: { NULL: true } }, 2],
    [{ a: { SS: ['ab', 'c'] } }, 4],
    [{ a: { NS: ['7', '0'] } }, 4],
    [{ a: { BS: ['AAE=', 'AA=='] } }, 4],
    [{ a: { L: [] } }, 4],
    [{ a: { L: [{ S: 'xy' }, { N: '7' }] } }, 10],
    [{ a: { M: { k: { S: 'xy' } } } }, 8],
  ])('counts %j as %i bytes', (item, bytes) => {
    expect(itemBytes(item)).toBe(bytes);
  });
});
