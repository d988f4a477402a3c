/** What one alarm is, in words: metrics as `<statistic> <namespace> <name> <dimensions>`. */
export interface ExpectedAlarm {
  readonly what: string;
  readonly severity: 'page' | 'warn';
  /** Of metric math; the one metric of others is called `value`. */
  readonly expression?: string;
  readonly terms: Readonly<Record<string, string>>;
  readonly bad: string;
  readonly periods: string;
  readonly silence?: 'breaching';
}

export const own = (name: string): string => `ShieldArena ${name} service=shield-arena,stage=dev`;
export const fn = (name: string, of: string): string =>
  `AWS/Lambda ${name} FunctionName=shield-arena-dev-${of}`;
export const socket = (name: string): string =>
  `Sum AWS/ApiGateway ${name} ApiId={SocketApi},Stage=dev`;
export const http = (name: string): string =>
  `Sum AWS/ApiGateway ${name} ApiId={HttpApi},Stage=$default`;
export const table = (name: string, of: string, more = ''): string =>
  `Sum AWS/DynamoDB ${name} ${more}TableName={Tables${of}}`;
export const queue = (name: string, of: string): string =>
  `Maximum AWS/SQS ${name} QueueName={${of}}`;

export const ONCE = '1 of 1 x 60 s';
export const OFTEN = '3 of 5 x 60 s';
export const LASTING = '3 of 3 x 60 s';
