import { RemovalPolicy } from 'aws-cdk-lib';
import { Mfa, UserPool } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { Settings, TokenIssuer } from './settings.ts';

/** The token issuer of the settings, or a Cognito user pool made for this stack. */
export class Identity extends Construct implements TokenIssuer {
  readonly issuer: string;
  readonly audience: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const tokens = settings.tokens ?? ownUserPool(this, settings.production);
    this.issuer = tokens.issuer;
    this.audience = tokens.audience;
  }
}

function ownUserPool(scope: Construct, production: boolean): TokenIssuer {
  const pool = new UserPool(scope, 'Users', {
    selfSignUpEnabled: true,
    signInAliases: { email: true },
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
    },
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    deletionProtection: production,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  // A public client: apps in the hands of players cannot keep a secret.
  const client = pool.addClient('App', {
    generateSecret: false,
    authFlows: { userSrp: true },
    disableOAuth: true,
    preventUserExistenceErrors: true,
  });
  return { issuer: pool.userPoolProviderUrl, audience: client.userPoolClientId };
}
