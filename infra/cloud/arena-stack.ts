import { ArnFormat, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { GradualDeployment } from './deployment.ts';
import { ApiName, httpHost, socketUrl } from './domain.ts';
import { deployedName } from './function-table.ts';
import { Functions } from './functions.ts';
import type { Surroundings } from './grants.ts';
import { ArenaHttpApi } from './http-api.ts';
import { Identity } from './identity.ts';
import { Observability } from './observability/observability.ts';
import { Periodic } from './periodic.ts';
import { Queues } from './queues.ts';
import { Schedules } from './schedules.ts';
import type { Settings } from './settings.ts';
import { SocketApi } from './socket-api.ts';
import { Streams } from './streams.ts';
import { Tables } from './tables.ts';
import { tag } from './tags.ts';

/** One stage of Shield Arena, complete. `assetsDir` holds one bundle per function. */
export class ArenaStack extends Stack {
  constructor(scope: Construct, settings: Settings, assetsDir: string) {
    super(scope, `ShieldArena-${settings.stage}`, {
      description: 'Shield Arena: arena tournaments of board games',
      terminationProtection: settings.production,
    });
    tag(this, settings);

    const around = this.#surroundings(settings);
    const functions = new Functions(this, 'Functions', { settings, assetsDir, around }).byName;
    const { alias: move } = new GradualDeployment(this, 'Deployment', functions.move, settings);
    around.socketApi.addRoutes({ ...functions, move });
    new Streams(this, 'Streams', around, functions);
    this.#runPeriodically(functions);

    const tokens = new Identity(this, 'Identity', settings);
    const handler = functions.http;
    const http = new ArenaHttpApi(this, 'HttpApi', { settings, handler, tokens });
    this.#addNames(settings, around.socketApi, http);

    new Observability(this, 'Observability', { settings, functions, httpApi: http, ...around });

    const host = httpHost(settings, http.api);
    new CfnOutput(this, 'WebSocketUrl', { value: socketUrl(settings, around.socketApi) });
    new CfnOutput(this, 'HttpUrl', { value: `https://${host}` });
    // What the stack of public reads is told where there is no domain.
    new CfnOutput(this, 'HttpDomain', { value: host });
    new CfnOutput(this, 'TokenIssuer', { value: tokens.issuer });
    new CfnOutput(this, 'TokenAudience', { value: tokens.audience });
  }

  /** The third look at everything that could be left behind, and the planner of all series. */
  #runPeriodically({ sweep, series }: Functions['byName']): void {
    const minute = { name: 'EveryMinute', every: Duration.minutes(1) };
    const fiveMinutes = { name: 'EveryFiveMinutes', every: Duration.minutes(5) };
    new Periodic(this, 'Sweep', { ...minute, run: sweep });
    new Periodic(this, 'Series', { ...fiveMinutes, run: series });
  }

  #addNames({ domain }: Settings, socket: SocketApi, http: ArenaHttpApi): void {
    if (domain === null) return;
    const { api, stage } = socket;
    new ApiName(this, 'PlayName', { part: 'play', domain, api, stage });
    new ApiName(this, 'ApiName', { part: 'api', domain, api: http.api, stage: http.stage });
  }

  #surroundings(settings: Settings): Surroundings {
    const { stage, production } = settings;
    // Named, not referred to: lifecycle itself is made after what it and its schedules stand on.
    const lifecycleArn = this.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: deployedName(stage, 'lifecycle'),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const queues = new Queues(this, 'Queues');
    const failures = queues.failures.schedule;
    return {
      tables: new Tables(this, 'Tables', settings),
      queues,
      socketApi: new SocketApi(this, 'SocketApi', settings),
      schedules: new Schedules(this, 'Schedules', { stage, production, lifecycleArn, failures }),
      lifecycleArn,
    };
  }
}
