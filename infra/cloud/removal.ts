import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * What becomes of a thing whose name is ours when its stack goes. In production it stays, but not
 * when the deployment that makes it fails: the next one would find its name taken.
 */
export const removalOf = (production: boolean): RemovalPolicy =>
  production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
