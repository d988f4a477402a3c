import type { FunctionPlan, Right } from '../template/plan.ts';
import { WireError } from '../wire.ts';

/** What a request asks for, in the words of a policy. */
export interface Call {
  readonly action: string;
  readonly resource: string;
}

/**
 * Throws `AccessDeniedException` if the role that the template gives a function does not let it do
 * one of these. A test or a tool of this machine may do everything, a stranger nothing.
 */
export type Guard = (caller: string, calls: readonly Call[]) => void;

/** The access key of what is no function. */
const TOOLS = 'local';

export interface GuardParts {
  readonly functions: readonly FunctionPlan[];
  /** Said in one line: on AWS this function would fail. */
  readonly onDenied: (line: string) => void;
}

export function createGuard({ functions, onDenied }: GuardParts): Guard {
  const allowed = new Map(functions.map(({ name, rights }) => [name, createCheck(rights)]));
  return (caller, calls) => {
    if (caller === TOOLS) return;
    const mayDo = allowed.get(caller) ?? (() => false);
    const denied = calls.find((call) => !mayDo(call));
    if (denied === undefined) return;
    const line = `${caller} is not authorized to perform ${denied.action} on ${denied.resource}`;
    onDenied(line);
    throw new WireError('AccessDeniedException', line);
  };
}

/** Nearly all resources are named exactly, so that a call costs two look-ups. */
function createCheck(rights: readonly Right[]): (call: Call) => boolean {
  const exact = new Set<string>();
  const open = new Map<string, RegExp[]>();
  for (const { actions, resources } of rights) {
    for (const action of actions) {
      for (const resource of resources) {
        if (!resource.includes('*')) exact.add(`${action} ${resource}`);
        else open.set(action, [...(open.get(action) ?? []), patternOf(resource)]);
      }
    }
  }
  return ({ action, resource }) =>
    exact.has(`${action} ${resource}`) ||
    (open.get(action)?.some((pattern) => pattern.test(resource)) ?? false);
}

function patternOf(resource: string): RegExp {
  const texts = resource.split('*').map((text) => text.replace(/[^\w/:@-]/g, '\\$&'));
  return new RegExp(`^${texts.join('.*')}$`);
}
