import {
  GraphWidget,
  type IMetric,
  type IWidget,
  type Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';

/** A dashboard is 24 columns wide. */
const COLUMNS = 24;
const GRAPHS_A_ROW = 3;

/** What to look at, above everything else. */
export const guide = (markdown: string): IWidget[] => [
  new TextWidget({ markdown, width: COLUMNS, height: 4 }),
];

/** One graph; `right` has an axis of its own, for another unit. */
export const graph = (
  title: string,
  left: readonly IMetric[],
  right: readonly IMetric[] = [],
): IWidget =>
  new GraphWidget({
    title,
    left: [...left],
    right: [...right],
    leftYAxis: { min: 0 },
    rightYAxis: { min: 0 },
    width: COLUMNS / GRAPHS_A_ROW,
    height: 6,
  });

/** Graphs below each other, as many beside each other as there is room for. */
export function rows(widgets: readonly IWidget[]): IWidget[][] {
  const starts = widgets.map((_, index) => index).filter((index) => index % GRAPHS_A_ROW === 0);
  return starts.map((start) => widgets.slice(start, start + GRAPHS_A_ROW));
}

/** A line that says what it shows. */
export const named = (label: string, metric: Metric): IMetric => metric.with({ label });
