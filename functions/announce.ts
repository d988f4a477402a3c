import { announce } from '../shared/app/announce.ts';
import type { AnnounceMessage } from '../shared/app/ports.ts';
import { queueHandler } from './aws/batch-handler.ts';
import { env } from './aws/runtime.ts';
import { socketPush } from './aws/socket-push.ts';

const ports = { push: socketPush(env('CONNECTIONS_ENDPOINT')) };

/** Announce queue: one message to up to 100 connections, never in front of a clock message. */
export const handler = queueHandler<AnnounceMessage>((message) => announce(ports, message));
