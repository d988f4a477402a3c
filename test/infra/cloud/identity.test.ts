import { describe, expect, it } from 'vitest';
import { ADMIN, ORGANISER } from '../../../functions/aws/claims.ts';
import { exampleStack, only } from './example-stack.ts';

const stack = exampleStack();
const [poolId, pool] = only(stack.resources('AWS::Cognito::UserPool'));
const [, client] = only(stack.resources('AWS::Cognito::UserPoolClient'));

describe('the own user pool', () => {
  it('has a group for every role that functions ask for, and no other', () => {
    const groups = stack.resources('AWS::Cognito::UserPoolGroup').map(([, group]) => group);

    expect(groups.map(({ GroupName }) => GroupName).sort()).toEqual([ORGANISER, ADMIN].sort());
    expect(groups.map(({ UserPoolId }) => UserPoolId)).toEqual([{ Ref: poolId }, { Ref: poolId }]);
  });

  it('puts the groups where functions look for roles', () => {
    stack.template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'shield-arena-dev-http',
      Environment: { Variables: { ROLES_CLAIM: 'cognito:groups' } },
    });
  });

  it('lets players sign up by address, which is kept until a new one is confirmed', () => {
    expect(pool).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  it('asks for long passwords and offers a second factor, never by telephone', () => {
    expect(pool.Policies).toMatchObject({ PasswordPolicy: { MinimumLength: 12 } });
    expect(pool).toMatchObject({
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    });
    expect(pool.SmsConfiguration).toBeUndefined();
  });

  it('writes through SES where it is told a sender', () => {
    const { template } = exampleStack({ mailFrom: 'arena@example.org' });
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From: 'arena@example.org' },
    });
    expect(pool.EmailConfiguration).toBeUndefined();
  });

  it('takes the plan that has what is used of it', () => {
    expect(pool.UserPoolTier).toBe('LITE');
  });

  it('is there for apps without a secret, whose tokens can be taken back', () => {
    expect(client).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
    });
  });

  it('lets a player change his address and his names, and nothing else of him', () => {
    const own = ['email', 'name', 'nickname'];

    expect(client.WriteAttributes).toEqual(own);
    expect(client.ReadAttributes).toEqual(own);
  });

  it('stays in production when the stack goes, and goes elsewhere', () => {
    const kept = exampleStack({ stage: 'prod' });

    kept.template.allResources('AWS::Cognito::UserPool', {
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtection: 'ACTIVE' },
    });
    stack.template.allResources('AWS::Cognito::UserPool', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtection: 'INACTIVE' },
    });
  });

  it('is not made where tokens come from elsewhere', () => {
    const { template } = exampleStack({ issuer: 'https://issuer.example', audience: 'arena' });

    template.resourceCountIs('AWS::Cognito::UserPool', 0);
    template.resourceCountIs('AWS::Cognito::UserPoolGroup', 0);
  });
});
