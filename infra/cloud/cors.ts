import { Duration } from 'aws-cdk-lib';

/** Headers of answers that pages of any origin may read. */
export const EXPOSED_HEADERS = ['etag', 'link', 'location', 'retry-after'];

/** How long a browser need not ask again what it may ask. */
export const PREFLIGHT_AGE = Duration.hours(1);
