/** Keeps a value under its key, as the newest; where there are more than `max` the oldest goes. */
export function remember<K, V>(known: Map<K, V>, key: K, value: V, max: number): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > max && oldest !== undefined) known.delete(oldest);
}
