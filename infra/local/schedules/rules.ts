import { randomUUID } from 'node:crypto';
import type { Alarms } from '../alarms.ts';
import type { RulePlan } from '../template/plan.ts';
import { ACCOUNT_ID, REGION } from '../template/resources.ts';

export interface RulesParts {
  readonly rules: readonly RulePlan[];
  readonly alarms: Alarms;
  readonly invokeLater: (functionName: string, event: unknown) => void;
}

/** Fires the EventBridge rules of the template, the first time one period from now. */
export function startRules({ rules, alarms, invokeLater }: RulesParts): void {
  for (const rule of rules) {
    const fire = () => {
      alarms.after(rule.periodMs, fire);
      for (const { functionName, input } of rule.targets)
        invokeLater(functionName, input === null ? eventOf(rule, alarms) : JSON.parse(input));
    };
    alarms.after(rule.periodMs, fire);
  }
}

const eventOf = (rule: RulePlan, alarms: Alarms): object => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: ACCOUNT_ID,
  time: new Date(alarms.nowMs()).toISOString().replace(/\.\d+Z$/, 'Z'),
  region: REGION,
  resources: [rule.arn],
  detail: {},
});
