import middy from '@middy/core';
import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { admit } from '../shared/app/players.ts';
import { logLine } from './aws/log.ts';
import { ambient } from './aws/runtime.ts';
import { store } from './aws/stored.ts';

interface AuthorizerEvent {
  readonly methodArn: string;
  readonly queryStringParameters?: { readonly ticket?: string };
}

/** $connect: takes the one-time ticket and puts its player into the context of every message. */
export const handler = middy<AuthorizerEvent, APIGatewayAuthorizerResult>()
  .use(logLine())
  .handler(async ({ methodArn, queryStringParameters }) => {
    const ticket = queryStringParameters?.ticket;
    const player = ticket === undefined ? null : await admit({ ...ambient, store }, ticket);
    return {
      principalId: player ?? 'nobody',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Action: 'execute-api:Invoke',
            Effect: player === null ? 'Deny' : 'Allow',
            Resource: methodArn,
          },
        ],
      },
      ...(player !== null && { context: { player } }),
    };
  });
