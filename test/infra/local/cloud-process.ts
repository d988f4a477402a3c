import { startLocalCloud } from '../../../infra/local/local-cloud.ts';
import { miniTemplate } from './mini-template.ts';

// A mini cloud in a process of its own, for tests that kill it. The argument: its options.
const cloud = await startLocalCloud({
  ...JSON.parse(process.argv[2] ?? '{}'),
  template: miniTemplate(),
  onLog: ({ source, line }) => console.log(`${source} ${line}`),
});
const token = await cloud.issuer.mintToken({ subject: 'u1' });
console.log(`ready ${cloud.awsUrl} ${cloud.httpUrl} ${token}`);
process.on('SIGTERM', () => void cloud.stop());
