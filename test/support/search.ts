import { assert, present } from '../../shared/core/assert.ts';
import { commute, type Touches } from './touches.ts';

/** Something that may happen next in a run: a call of a process, or its death. */
export interface Step {
  /** The same step has the same name in every run that has gone the same way so far. */
  readonly name: string;
  readonly process: string;
  readonly death: boolean;
  readonly touches: Touches;
}

/** Answers a question with one of `of` answers (0 to `of` − 1). */
export type Chooser = (of: number) => number;

/** Depth-first search over everything that can happen: one path a run. */
export interface Search {
  readonly begin: () => void;
  readonly choose: Chooser;
  /** The step to take; null: whatever is possible was seen already in an equal order. */
  readonly step: <S extends Step>(possible: readonly S[]) => S | null;
  /** Whether there is another path. */
  readonly next: () => boolean;
  readonly path: () => string;
}

type Node =
  | { readonly kind: 'value'; taken: number; readonly of: number }
  | ({
      readonly kind: 'step';
      taken: number;
      readonly of: number;
      readonly steps: Step[];
    } & Asleep);

/** Steps that lead to nothing new, until something happens that they do not commute with. */
interface Asleep {
  readonly asleep: readonly Step[];
}

/**
 * Sleep sets (Godefroid, Partial-Order Methods, 1996): after all paths that begin with a step, the
 * step sleeps in its siblings, and wakes when one is taken that does not commute with it.
 */
export function createSearch(redundant: boolean): Search {
  const nodes: Node[] = [];
  let depth = 0;
  let asleep: readonly Step[] = [];

  const at = (make: () => Node | null): Node | null => {
    const known = nodes[depth++];
    if (known !== undefined) return known;
    const node = make();
    if (node !== null) nodes.push(node);
    return node;
  };
  const choose: Chooser = (of) => {
    const node = present(
      at(() => ({ kind: 'value', taken: 0, of })),
      'node',
    );
    assert(node.kind === 'value' && node.of === of, 'runs of one path are the same');
    return node.taken;
  };
  const step: Search['step'] = (possible) => {
    const node = at(() => {
      const steps = possible.filter(({ name }) => !asleep.some((one) => one.name === name));
      return steps.length === 0
        ? null
        : { kind: 'step', taken: 0, of: steps.length, steps, asleep };
    });
    if (node === null) return null;
    assert(node.kind === 'step', 'runs of one path are the same');
    const taken = present(node.steps[node.taken], 'step');
    const slept = [...node.asleep, ...node.steps.slice(0, node.taken)];
    asleep = redundant ? [] : slept.filter((one) => areIndependent(one, taken));
    return present(
      possible.find(({ name }) => name === taken.name),
      taken.name,
    );
  };
  const next = (): boolean => {
    for (let last = nodes.at(-1); last !== undefined; last = nodes.at(-1)) {
      if (++last.taken < last.of) return true;
      nodes.pop();
    }
    return false;
  };
  const begin = (): void => {
    depth = 0;
    asleep = [];
  };
  const path = (): string =>
    nodes
      .map((node) => (node.kind === 'step' ? node.steps[node.taken]?.name : node.taken))
      .join(', ');
  return { begin, choose, step, next, path };
}

/** A death takes away the calls of its own process, and the chance of another death. */
function areIndependent(a: Step, b: Step): boolean {
  if (a.death || b.death) return a.process !== b.process && !(a.death && b.death);
  return commute(a.touches, b.touches);
}
