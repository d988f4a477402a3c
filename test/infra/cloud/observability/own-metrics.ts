import type { SynthesizedTemplate } from '../../../../infra/cloud/synthesize.ts';
import { METRIC_NAMESPACE } from '../../../../shared/app/metrics.ts';
import { metricsNamed } from './named-metrics.ts';

/** Names of our own metrics that an alarm or a dashboard of the template waits for. */
export const ownMetricsNamed = (
  template: Pick<SynthesizedTemplate, 'Resources'>,
): readonly string[] => {
  const own = metricsNamed(template).filter(({ namespace }) => namespace === METRIC_NAMESPACE);
  return [...new Set(own.map(({ name }) => name))].sort();
};
