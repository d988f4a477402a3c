import { ArnFormat, CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { deployedName } from './function-table.ts';
import { Functions } from './functions.ts';
import type { Surroundings } from './grants.ts';
import { ArenaHttpApi } from './http-api.ts';
import { Identity } from './identity.ts';
import { Queues } from './queues.ts';
import { Schedules } from './schedules.ts';
import { SeriesPlanner } from './series.ts';
import type { Settings } from './settings.ts';
import { SocketApi } from './socket-api.ts';
import { Streams } from './streams.ts';
import { Sweep } from './sweep.ts';
import { Tables } from './tables.ts';

/** One stage of Shield Arena, complete. `assetsDir` holds one bundle per function. */
export class ArenaStack extends Stack {
  constructor(scope: Construct, settings: Settings, assetsDir: string) {
    super(scope, `ShieldArena-${settings.stage}`, {
      description: 'Shield Arena: arena tournaments of board games',
      terminationProtection: settings.production,
    });
    Tags.of(this).add('app', 'shield-arena');
    Tags.of(this).add('stage', settings.stage);

    const around = this.#surroundings(settings);
    const functions = new Functions(this, 'Functions', { settings, assetsDir, around }).byName;
    around.socketApi.addRoutes(functions);
    new Streams(this, 'Streams', around, functions);
    new Sweep(this, 'Sweep', functions.sweep);
    new SeriesPlanner(this, 'Series', functions.series);

    const tokens = new Identity(this, 'Identity', settings);
    const handler = functions.http;
    const { api } = new ArenaHttpApi(this, 'HttpApi', { settings, handler, tokens });

    new CfnOutput(this, 'WebSocketUrl', { value: around.socketApi.stage.url });
    new CfnOutput(this, 'HttpUrl', { value: api.apiEndpoint });
    new CfnOutput(this, 'TokenIssuer', { value: tokens.issuer });
    new CfnOutput(this, 'TokenAudience', { value: tokens.audience });
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
      tables: new Tables(this, 'Tables', production),
      queues,
      socketApi: new SocketApi(this, 'SocketApi', settings),
      schedules: new Schedules(this, 'Schedules', { stage, production, lifecycleArn, failures }),
      lifecycleArn,
    };
  }
}
