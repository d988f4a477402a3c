import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type PaidOffAtMs, take } from '../../../shared/core/rate.ts';
import { err, ok, type Result } from '../../../shared/core/result.ts';
import type { Alarms } from '../alarms.ts';
import type { LambdaRuntime } from '../lambda/lambda-runtime.ts';
import type { SocketApiPlan } from '../template/plan.ts';
import { type Client, type Connection, newClient, readHandshake } from './connection.ts';
import { authorize } from './socket-authorizer.ts';
import { handshakeFields, type SocketPlace, socketContext } from './socket-event.ts';
import { limitLifetime, type SocketLimits } from './socket-limits.ts';
import { answerMessage } from './socket-message.ts';
import { connectStatus, refuseUpgrade } from './socket-reply.ts';

export interface SocketGatewayParts {
  readonly plan: SocketApiPlan;
  readonly lambdas: LambdaRuntime;
  readonly alarms: Alarms;
  /** `host:port` that players see. */
  readonly domainName: string;
  readonly limits: SocketLimits;
}

/** A frame of the WebSocket API; `ws` closes with 1009 beyond it. */
const FRAME_MAX_BYTES = 32 * 1024;
const RESTART = 1012;

/** The WebSocket API: who may connect, what happens to messages, who has left. */
export class SocketGateway {
  /** Those whose `$connect` has returned, by id. */
  readonly connections = new Map<string, Connection>();
  /** Sockets that wait to be admitted. */
  readonly #waiting = new Set<Duplex>();
  /** The bucket of all messages. */
  #paidOffAtMs: PaidOffAtMs = 0;
  readonly #parts: SocketGatewayParts;
  readonly #place: SocketPlace;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
  });

  constructor(parts: SocketGatewayParts) {
    const { apiId, stage } = parts.plan;
    this.#parts = parts;
    this.#place = { apiId, stage, domainName: parts.domainName };
  }

  /** Takes an upgrade request from its HTTP server. */
  async upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    // Without a listener a client that leaves in the middle would end this process.
    raw.on('error', () => raw.destroy());
    const client = newClient(request, this.#parts.alarms.nowMs());
    this.#waiting.add(raw);
    const admission = await this.#admit(client, request);
    this.#waiting.delete(raw);
    if (!admission.ok) return refuseUpgrade(raw, admission.error, client);
    if (raw.destroyed) return this.#disconnect(admission.value, 1006, '');
    this.#server.handleUpgrade(request, raw, head, (socket) =>
      this.#open({ ...admission.value, socket, lastActiveAtMs: this.#parts.alarms.nowMs() }),
    );
  }

  /** Closes all sockets; no function is told, as when a real one goes down. */
  readonly stop = (): void => {
    for (const { socket } of this.connections.values()) {
      socket.removeAllListeners('close');
      socket.close(RESTART);
      socket.terminate();
    }
    this.connections.clear();
    for (const raw of this.#waiting) raw.destroy();
  };

  /** The client with its authorizer's context, or the status of the refusal. */
  async #admit(client: Client, request: IncomingMessage): Promise<Result<Client, number>> {
    const { plan, lambdas, alarms } = this.#parts;
    const handshake = readHandshake(request);
    if (handshake.path !== `/${plan.stage}`) return err(403);
    const occasion = { routeKey: '$connect', eventType: 'CONNECT', atMs: alarms.nowMs() } as const;
    const context = socketContext(this.#place, client, occasion);
    const authorization =
      plan.authorizer === null
        ? ok({})
        : await authorize(plan.authorizer, lambdas, { handshake, context });
    if (!authorization.ok) return authorization;
    const admitted = { ...client, authorizer: authorization.value };
    const route = plan.routes.get('$connect');
    if (route?.kind !== 'lambda') return ok(admitted);
    const outcome = await lambdas.invoke(route.functionName, {
      ...handshakeFields(handshake),
      requestContext: { ...context, authorizer: authorization.value },
      isBase64Encoded: false,
    });
    const status = outcome.ok ? connectStatus(outcome.value) : 500;
    return status >= 200 && status < 300 ? ok(admitted) : err(status);
  }

  #open(connection: Connection): void {
    const { alarms, limits } = this.#parts;
    const { id, socket } = connection;
    this.connections.set(id, connection);
    limitLifetime(connection, limits, alarms);
    // `ws` closes the socket after an error by itself, with the right code.
    socket.on('error', () => {});
    socket.on('message', (content: Buffer, isBinary: boolean) => {
      const receivedAtMs = alarms.nowMs();
      connection.lastActiveAtMs = receivedAtMs;
      const message = {
        content,
        isBinary,
        receivedAtMs,
        isThrottled: this.#throttles(receivedAtMs),
      };
      void answerMessage(this.#parts, this.#place, connection, message);
    });
    socket.on('close', (code, reason) => {
      this.connections.delete(id);
      this.#disconnect(connection, code, reason.toString());
    });
  }

  #throttles(nowMs: number): boolean {
    const { throttle } = this.#parts.plan;
    if (throttle === null) return false;
    const taken = take(this.#paidOffAtMs, nowMs, throttle);
    if (taken.kind === 'taken') this.#paidOffAtMs = taken.paidOffAtMs;
    return taken.kind === 'empty';
  }

  /** Best effort, as on AWS: nobody looks at the outcome. */
  #disconnect(client: Client, code: number, reason: string): void {
    const { plan, lambdas, alarms } = this.#parts;
    const route = plan.routes.get('$disconnect');
    if (route?.kind !== 'lambda') return;
    const occasion = { routeKey: '$disconnect', eventType: 'DISCONNECT' } as const;
    const context = socketContext(this.#place, client, { ...occasion, atMs: alarms.nowMs() });
    void lambdas.invoke(route.functionName, {
      headers: {},
      multiValueHeaders: {},
      requestContext: { ...context, disconnectStatusCode: code, disconnectReason: reason },
      isBase64Encoded: false,
    });
  }
}
