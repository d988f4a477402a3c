import type { Node } from 'constructs';

/** A text of the context (`-c key=value`, or `cdk.json`). */
export function text(node: Node, key: string, fallback: string): string {
  const value: unknown = node.tryGetContext(key) ?? fallback;
  if (typeof value !== 'string') throw new Error(`context ${key} must be a string`);
  return value;
}

/** As a number of `cdk.json`, or as text of the command line. */
export function count(node: Node, key: string, fallback: number, min: 0 | 1 = 1): number {
  const value: unknown = node.tryGetContext(key) ?? fallback;
  const isWhole = /^(0|[1-9]\d{0,8})$/.test(String(value));
  if (!isWhole || Number(value) < min) {
    throw new Error(`context ${key} must be a whole number from ${min} to 999999999`);
  }
  return Number(value);
}

/** The command line gives strings, `cdk.json` and `synthesize` give booleans. */
export function flag(node: Node, key: string, fallback = false): boolean {
  const value: unknown = node.tryGetContext(key) ?? fallback;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Error(`context ${key} must be true or false`);
}
