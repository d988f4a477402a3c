/** Values of the terms of an expression in one period; null where there is none. */
export interface Period {
  readonly seconds: number;
  readonly values: Readonly<Record<string, number | null>>;
}

/**
 * The part of metric math that alarms use: sums, products, comparisons, `IF`, `FILL` with a number,
 * `PERIOD`. A value that is missing makes everything missing that is computed from it, and so does
 * a division by zero. Throws at whatever it does not know.
 */
export function evaluate(expression: string, period: Period): number | null {
  const tokens = expression.match(/[A-Za-z_]\w*|\d+(?:\.\d+)?|>=|<=|[-+*/()<>,]/g) ?? [];
  if (tokens.join('') !== expression.replaceAll(' ', '')) throw new Error(`unread: ${expression}`);
  const reader = createReader(tokens);
  const value = comparison(reader, period);
  if (reader.peek() !== undefined) throw new Error(`${reader.peek()} is left of ${expression}`);
  return value;
}

interface Reader {
  peek(): string | undefined;
  next(): string;
  expect(token: string): void;
}

function createReader(tokens: readonly string[]): Reader {
  let at = 0;
  const next = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new Error('the expression ends too early');
    return token;
  };
  return {
    peek: () => tokens[at],
    next,
    expect: (token) => {
      const found = next();
      if (found !== token) throw new Error(`expected ${token}, found ${found}`);
    },
  };
}

type Operator = (a: number, b: number) => number;

const COMPARISONS: Readonly<Record<string, Operator>> = {
  '>': (a, b) => Number(a > b),
  '<': (a, b) => Number(a < b),
  '>=': (a, b) => Number(a >= b),
  '<=': (a, b) => Number(a <= b),
};
const SUMS: Readonly<Record<string, Operator>> = { '+': (a, b) => a + b, '-': (a, b) => a - b };
const PRODUCTS: Readonly<Record<string, Operator>> = {
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

type Level = (reader: Reader, period: Period) => number | null;

/** Operators of equal rank, from left to right. */
const level =
  (operators: Readonly<Record<string, Operator>>, inner: Level): Level =>
  (reader, period) => {
    let left = inner(reader, period);
    for (;;) {
      const operator = operators[reader.peek() ?? ''];
      if (operator === undefined) return left;
      reader.next();
      const right = inner(reader, period);
      const value = left === null || right === null ? Number.NaN : operator(left, right);
      left = Number.isFinite(value) ? value : null;
    }
  };

const sum = level(
  SUMS,
  level(PRODUCTS, (reader, period) => atom(reader, period)),
);
const comparison = level(COMPARISONS, sum);

function atom(reader: Reader, period: Period): number | null {
  const token = reader.next();
  if (/^\d/.test(token)) return Number(token);
  if (token === '(') return closed(reader, comparison(reader, period));
  if (reader.peek() === '(') return call(token, reader, period);
  const value = period.values[token];
  if (value === undefined) throw new Error(`${token} is no term`);
  return value;
}

function call(name: string, reader: Reader, period: Period): number | null {
  reader.expect('(');
  if (name === 'PERIOD') {
    atom(reader, period);
    return closed(reader, period.seconds);
  }
  const first = comparison(reader, period);
  reader.expect(',');
  const second = comparison(reader, period);
  if (name === 'FILL') return closed(reader, first ?? second);
  if (name !== 'IF') throw new Error(`${name} is not known here`);
  reader.expect(',');
  const third = comparison(reader, period);
  return closed(reader, first === null ? null : first === 0 ? third : second);
}

function closed(reader: Reader, value: number | null): number | null {
  reader.expect(')');
  return value;
}
