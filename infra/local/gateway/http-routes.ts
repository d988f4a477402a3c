import type { HttpRoutePlan } from '../template/plan.ts';

/** A route of the HTTP API that fits a request. */
export interface RouteMatch {
  readonly route: HttpRoutePlan;
  readonly parameters: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, path: string) => RouteMatch | null;

/** Static parts of a path win over parameters, as on AWS. */
export function createRouter(routes: readonly HttpRoutePlan[]): FindRoute {
  const compiled = routes.map(compile).sort((a, b) => a.parameterCount - b.parameterCount);
  return (method, path) => {
    const segments = path.split('/');
    for (const candidate of compiled) {
      if (candidate.method !== method) continue;
      const parameters = matchSegments(candidate.segments, segments);
      if (parameters !== null) return { route: candidate.route, parameters };
    }
    return null;
  };
}

interface Compiled {
  readonly route: HttpRoutePlan;
  readonly method: string;
  readonly segments: readonly string[];
  readonly parameterCount: number;
}

function compile(route: HttpRoutePlan): Compiled {
  const [method = '', path = ''] = route.routeKey.split(' ');
  if (!/^[A-Z]+$/.test(method) || method === 'ANY' || !/^(\/(\{\w+\}|[\w.-]+))+$/.test(path))
    throw new Error(`the local cloud does not know the route ${route.routeKey}`);
  const segments = path.split('/');
  return { route, method, segments, parameterCount: segments.filter(isParameter).length };
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? '';
    if (isParameter(expected)) {
      if (actual === '') return null;
      parameters[expected.slice(1, -1)] = decode(actual);
    } else if (expected !== actual) return null;
  }
  return parameters;
}

/** A percent sign that escapes nothing is kept as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
