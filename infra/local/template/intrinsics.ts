import { attributeOf, functionArn, functionNameOf, referenceOf } from './identity.ts';
import { ACCOUNT_ID, type Place, REGION, type Resource, type Template } from './resources.ts';

/** Turns a property of the template into a plain value; throws on an intrinsic it does not know. */
export type Resolve = (value: unknown) => unknown;

/** Resolves against one template on one machine; URLs of its APIs become loopback URLs. */
export function createResolve(template: Template, place: Place): Resolve {
  const scope: Scope = { template, place };
  return (value) => resolve(value, scope);
}

interface Scope {
  readonly template: Template;
  readonly place: Place;
}

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::AccountId': ACCOUNT_ID,
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT_ID}:stack/local/local`,
  'AWS::StackName': 'local',
  'AWS::URLSuffix': 'amazonaws.com',
};

function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value))
    return value.map((entry) => resolve(entry, scope)).filter((entry) => entry !== undefined);
  if (typeof value === 'string') return localUrl(value, scope);
  if (typeof value !== 'object' || value === null) return value;
  const [first, ...others] = Object.entries(value);
  if (first !== undefined && others.length === 0 && isIntrinsic(first[0]))
    return evaluate(first[0], first[1], scope);
  const resolved = Object.entries(value).map(([key, entry]) => [key, resolve(entry, scope)]);
  return Object.fromEntries(resolved.filter(([, entry]) => entry !== undefined));
}

const isIntrinsic = (key: string): boolean => key === 'Ref' || key.startsWith('Fn::');

function evaluate(name: string, argument: unknown, scope: Scope): unknown {
  switch (name) {
    case 'Ref':
      return reference(String(argument), scope);
    case 'Fn::GetAtt':
      return attribute(argument, scope);
    case 'Fn::Join': {
      const [separator, parts] = list(name, argument, 2, scope);
      return localUrl(list(name, parts, null, scope).map(String).join(String(separator)), scope);
    }
    case 'Fn::Sub':
      return localUrl(substitute(argument, scope), scope);
    case 'Fn::Select': {
      const [index, choices] = list(name, argument, 2, scope);
      return list(name, choices, null, scope)[Number(index)];
    }
    case 'Fn::Split': {
      const [separator, text] = list(name, argument, 2, scope);
      return String(text).split(String(separator));
    }
    default:
      throw new Error(`the local cloud does not know the intrinsic ${name}`);
  }
}

function reference(id: string, scope: Scope): unknown {
  const { template, place } = scope;
  if (id === 'AWS::NoValue') return undefined;
  const pseudo = PSEUDO[id];
  if (pseudo !== undefined) return pseudo;
  const resource = template.Resources[id];
  if (resource?.Type === 'AWS::Lambda::Alias') return aliasArn(resource, scope);
  if (resource !== undefined) return referenceOf(id, resource, place);
  const fallback = template.Parameters?.[id]?.Default;
  if (fallback === undefined) throw new Error(`Ref to ${id}: no such resource or default`);
  return fallback;
}

/** The name of its function is a reference, too. */
function aliasArn({ Properties = {} }: Resource, scope: Scope): string {
  const name = functionNameOf(String(resolve(Properties.FunctionName, scope)));
  return `${functionArn(name)}:${resolve(Properties.Name, scope)}`;
}

function attribute(argument: unknown, { template, place }: Scope): string {
  const path = typeof argument === 'string' ? argument.split('.') : argument;
  const [id, name] = Array.isArray(path) ? path.map(String) : [];
  const resource = id === undefined ? undefined : template.Resources[id];
  const value =
    id === undefined || name === undefined || resource === undefined
      ? undefined
      : attributeOf(id, resource, name, place);
  if (value === undefined)
    throw new Error(`the local cloud does not know Fn::GetAtt ${JSON.stringify(argument)}`);
  return value;
}

function substitute(argument: unknown, scope: Scope): string {
  const [text, given] = Array.isArray(argument) ? argument : [argument, {}];
  const own = resolve(given, scope) as Readonly<Record<string, unknown>>;
  return String(text).replace(/\$\{([^}]+)\}/g, (_whole, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (name in own) return String(own[name]);
    return String(
      name.includes('.') && !name.includes('::') ? attribute(name, scope) : reference(name, scope),
    );
  });
}

function list(name: string, value: unknown, length: number | null, scope: Scope): unknown[] {
  const resolved = resolve(value, scope);
  if (!Array.isArray(resolved) || (length !== null && resolved.length !== length))
    throw new Error(`${name} with unexpected arguments ${JSON.stringify(value)}`);
  return resolved;
}

const API_URL = /^(https|wss):\/\/([^./]+)\.execute-api\.[^/]+(\/.*)?$/;

/** `https` of a WebSocket API is its connections endpoint, `wss` what players connect to. */
function localUrl(text: string, { template, place }: Scope): string {
  const [, scheme, apiId = '', path = ''] = API_URL.exec(text) ?? [];
  const api = template.Resources[apiId];
  if (api?.Type !== 'AWS::ApiGatewayV2::Api') return text;
  if (api.Properties?.ProtocolType !== 'WEBSOCKET') return place.httpUrl + path;
  return (scheme === 'wss' ? place.socketUrl : place.awsUrl) + path;
}
