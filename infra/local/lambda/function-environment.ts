import type { FunctionPlan } from '../template/plan.ts';
import { REGION } from '../template/resources.ts';

/** The whole `process.env` of a function: nothing of this process leaks into it. */
export function functionEnvironment(
  plan: FunctionPlan,
  awsUrl: string,
): Readonly<Record<string, string>> {
  return {
    // Tells the AWS endpoint who is calling, so that it can look at his role.
    AWS_ACCESS_KEY_ID: plan.name,
    AWS_DEFAULT_REGION: REGION,
    AWS_ENDPOINT_URL: awsUrl,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(plan.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: plan.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${plan.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: REGION,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    TZ: ':UTC',
    ...plan.environment,
  };
}
