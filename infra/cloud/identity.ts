import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { Settings, TokenIssuer } from './settings.ts';

/** Roles that tokens tell in the claim `cognito:groups`; operations put users in these groups. */
const GROUPS = {
  organiser: 'Makes arenas and series, and steers its own',
  admin: 'Steers every arena, bans players',
} as const;

/** As long as a token is good for, it is good for without a question to Cognito. */
const TOKEN_AGE = Duration.hours(1);
const REFRESH_AGE = Duration.days(30);
const INVITATION_AGE = Duration.days(7);

/** The token issuer of the settings, or a Cognito user pool made for this stack. */
export class Identity extends Construct implements TokenIssuer {
  readonly issuer: string;
  readonly audience: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const tokens = settings.tokens ?? ownUserPool(this, settings);
    this.issuer = tokens.issuer;
    this.audience = tokens.audience;
  }
}

/** The region by reference: which one it is shows when the stack is deployed. */
const senderIn = (scope: Construct, fromEmail: string) => ({
  fromEmail,
  sesRegion: Stack.of(scope).region,
});

function ownUserPool(scope: Construct, { production, mailFrom }: Settings): TokenIssuer {
  const pool = new UserPool(scope, 'Users', {
    // Passwords, one-time codes and groups are all that is used of it; the larger plans cost more
    // for every user of a month.
    featurePlan: FeaturePlan.LITE,
    selfSignUpEnabled: true,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    standardAttributes: {
      email: { required: true, mutable: true },
      fullname: { required: false, mutable: true },
      nickname: { required: false, mutable: true },
    },
    // Cognito itself sends about fifty mails a day.
    ...(mailFrom !== '' && { email: UserPoolEmail.withSES(senderIn(scope, mailFrom)) }),
    // Until a new address is confirmed, the old one is who he is.
    keepOriginal: { email: true },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: INVITATION_AGE,
    },
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    deletionProtection: production,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  for (const [groupName, description] of Object.entries(GROUPS)) {
    pool.addGroup(`Group-${groupName}`, { groupName, description });
  }
  return { issuer: pool.userPoolProviderUrl, audience: app(pool).userPoolClientId };
}

/** What a player tells of himself; nothing that a claim of ours could be read from. */
const OWN_ATTRIBUTES = new ClientAttributes().withStandardAttributes({
  email: true,
  fullname: true,
  nickname: true,
});

/** A public client: apps in the hands of players cannot keep a secret. */
const app = (pool: UserPool): UserPoolClient =>
  pool.addClient('App', {
    generateSecret: false,
    authFlows: { userSrp: true },
    disableOAuth: true,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: TOKEN_AGE,
    idTokenValidity: TOKEN_AGE,
    refreshTokenValidity: REFRESH_AGE,
    readAttributes: OWN_ATTRIBUTES,
    writeAttributes: OWN_ATTRIBUTES,
  });
